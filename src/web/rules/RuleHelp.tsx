import { ruleTexts } from '../texts/settings/rules.ts'

const texts = ruleTexts.help

/** The members and operators of rules, beside the editor. */
export function RuleHelp() {
  return (
    <details className="rules-panel rules-help" open>
      <summary>{texts.heading}</summary>
      <Names names={ruleTexts.members} />
      <Names names={ruleTexts.ops} />
    </details>
  )
}

function Names({ names }: { names: Readonly<Record<string, string>> }) {
  return (
    <dl>
      {Object.entries(names).map(([name, says]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  )
}
