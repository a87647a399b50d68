import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { RuleFileRecord } from '../../schema/intake/rule.ts'
import { ruleTexts } from '../texts/settings/rules.ts'

const texts = ruleTexts.figures
/** Maximum number of rules shown, the most expensive first. */
const maxShown = 200

/** Matches, tries, times and errors of the rules of a file. */
export function RuleFigures({ file: { rules, status } }: { file: RuleFileRecord }) {
  const costOf = ({ micros, tried }: RuleFileRecord['rules'][number]) => (micros ?? 0) * tried
  const shownRules = rules.toSorted((a, b) => costOf(b) - costOf(a) || a.rule - b.rule).slice(0, maxShown)
  return (
    <section className="rules-panel" aria-labelledby="rules-figures">
      <h2 id="rules-figures">{texts.heading}</h2>
      <p className="faint">{status === 'active' ? texts.hint : texts.empty}</p>
      {status === 'active' && shownRules.length > 0 && (
        <table className="rules-figures">
          <thead>
            <tr>
              <th scope="col">{texts.columns.rule}</th>
              <th scope="col">{texts.columns.matched}</th>
              <th scope="col">{texts.columns.tried}</th>
              <th scope="col">{texts.columns.time}</th>
              <th scope="col">{texts.columns.errors}</th>
            </tr>
          </thead>
          <tbody>
            {shownRules.map(
              ({ rule, comment, matched, tried, micros, errors, unindexed, disabled, ...more }) => (
                <tr key={rule}>
                  <td title={printable(comment)}>
                    {rule} <span className="faint">{printable(comment)}</span>
                    {unindexed && (
                      <span className="badge warning" title={texts.unindexedHint}>
                        {texts.unindexed}
                      </span>
                    )}
                    {disabled && <span className="badge error">{texts.disabled}</span>}
                  </td>
                  <td className="number">{exactNumber(matched)}</td>
                  <td className="number">{exactNumber(tried)}</td>
                  <td className="number">{micros === null ? '' : texts.micros(micros)}</td>
                  <td className="number" title={printable(more.last_error)}>
                    {exactNumber(errors)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  )
}
