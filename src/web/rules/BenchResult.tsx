import { printable } from '../../charts/printable.ts'
import type { RuleOutcome } from '../../schema/intake/rule.ts'
import { IconButton } from '../components/IconButton.tsx'
import { ruleTexts } from '../texts/settings/rules.ts'
import type { FieldChange } from './bench-diff.ts'

const texts = ruleTexts.bench
const maxShown = 600

interface Props {
  line: string
  /**
   * The file in the editor; rules of other files are shown with their file. undefined: there are no others.
   */
  fileName: string | undefined
  outcome: (RuleOutcome & { changes: readonly FieldChange[] }) | undefined
  onRemove: () => void
}

/** The effect of the rules on one event: the matching rules, and the changes field by field. */
export function BenchResult({ line, fileName, outcome, onRemove }: Props) {
  const rules = outcome?.matched
    .map(({ file, rule, comment }) => {
      const text = texts.rule(rule, comment)
      return fileName === undefined || file === fileName ? text : texts.otherFile(text, printable(file))
    })
    .join(', ')
  return (
    <li className={outcome?.dropped ? 'dropped' : undefined}>
      <div className="rules-result-line">
        <span className="mono" title={line.slice(0, 4_000)}>
          {line.slice(0, maxShown)}
        </span>
        <IconButton icon="close" label={texts.remove} iconSize={12} onClick={onRemove} />
      </div>
      {outcome && (
        <p className="rules-result-says">
          {outcome.dropped && <span className="badge error">{texts.dropped}</span>}
          {rules === '' ? <span className="faint">{texts.none}</span> : texts.matched(rules ?? '')}
        </p>
      )}
      {outcome && !outcome.dropped && outcome.changes.length > 0 && (
        <table className="rules-changes">
          <thead>
            <tr>
              <th scope="col">{texts.columns.field}</th>
              <th scope="col">{texts.columns.before}</th>
              <th scope="col">{texts.columns.after}</th>
            </tr>
          </thead>
          <tbody>
            {outcome.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{printable(field)}</th>
                <td>
                  {before === undefined ? <span className="faint">{texts.nothing}</span> : shownValue(before)}
                </td>
                <td>
                  {after === undefined ? (
                    <span className="faint">{texts.nothing}</span>
                  ) : (
                    <ins>{shownValue(after)}</ins>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}

function shownValue(value: string): string {
  return printable(value.slice(0, maxShown))
}
