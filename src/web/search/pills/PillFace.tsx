import { isGroupPill, type Pill } from '../../../filter/typed/pill.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { pillLabel, shortPillParts } from '../state/pill-text.ts'

/** A filter in a few words, with more in its title. */
export function PillFace({ pill }: { pill: Pill }) {
  const [field, operator, values] = shortPillParts(pill)
  return (
    <span title={pillLabel(pill)}>
      {field !== '' && (
        <>
          <span className="soft">{field}</span> {operator}{' '}
        </>
      )}
      <b className={hasPatterns(pill) ? 'mono' : undefined}>{values}</b>
      {pill.off && <span className="unseen">{texts.isOff}</span>}
    </span>
  )
}

/** The classes of a filter: disabled ones are crossed out, and negated ones have another colour. */
export function pillClass(pill: Pill): string {
  if (pill.off) return 'pill off'
  if (isGroupPill(pill)) return pill.group.not === undefined ? 'pill' : 'pill not'
  return ['ne', '!~', '!>'].includes(pill.op) ? 'pill not' : 'pill'
}

/** Whether the values of a pill are patterns. */
function hasPatterns(pill: Pill): boolean {
  return !isGroupPill(pill) && (pill.op === '|>' || pill.op === '!>')
}
