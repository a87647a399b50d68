import { printable } from '../../charts/printable.ts'
import { Icon } from '../components/Icon.tsx'
import { ruleTexts } from '../texts/settings/rules.ts'
import type { CheckedRules } from './use-rule-check.ts'

const texts = ruleTexts.editor

/** Whether the text is valid, and each fault with a link to its line. */
export function FaultList({ check, onGoTo }: { check: CheckedRules; onGoTo: (line: number) => void }) {
  const { state, faults } = check
  const errors = faults.filter(({ severity }) => severity === 'error').length
  const warnings = faults.length - errors
  const says = {
    checking: texts.checking,
    failed: texts.checkFailed,
    valid: texts.valid(check.ruleCount),
    invalid: texts.invalid(errors),
  }[state]
  return (
    <section className="rules-check" aria-label={texts.faults}>
      <p className={`rules-verdict ${state}`} role="status">
        <Icon name={state === 'valid' ? 'check' : state === 'checking' ? 'clock' : 'warning'} size={14} />
        {says}
        {warnings > 0 && <span className="faint">{texts.warnings(warnings)}</span>}
      </p>
      {state !== 'checking' && faults.length > 0 && (
        <ul>
          {faults.map(({ line, severity, text }) => (
            <li key={`${line} ${text}`} className={severity}>
              <button type="button" aria-label={texts.goTo(line)} onClick={() => onGoTo(line)}>
                {line}
              </button>
              {printable(text)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
