import { printable } from '../../../charts/printable.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { Link } from '../../components/Link.tsx'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { conditionText, filterParts, isOutsideItsTime } from './describe.ts'
import { triggerAddress } from './triggers-address.ts'

const maxParts = 3

/** A trigger in a list: its name as a link, with its filter and its condition. */
export function TriggerName({ trigger, now }: { trigger: Trigger; now: number }) {
  const { id, name, filter, condition, stop_flag } = trigger
  const parts = filterParts(filter)
  const moreCount = parts.length - maxParts
  return (
    <>
      <div className="trigger-head">
        <Link className="title-button" href={triggerAddress(id)}>
          {printable(name)}
        </Link>
        {stop_flag && (
          <span className="badge" title={texts.stopsHint}>
            {texts.stops}
          </span>
        )}
        {trigger.is_active && isOutsideItsTime(trigger, now) && (
          <span className="badge warning" title={texts.notNowHint}>
            {texts.notNow}
          </span>
        )}
      </div>
      <div className="trigger-filter">
        {parts.length === 0 && <span>{texts.everyEvent}</span>}
        {parts.slice(0, maxParts).map(([field, sign, values]) => (
          <span key={`${field} ${sign} ${values}`} className="trigger-part one-line">
            {field !== '' && `${field} ${sign} `}
            <b>{printable(values)}</b>
          </span>
        ))}
        {moreCount > 0 && <span>{texts.moreConditions(moreCount)}</span>}
        {condition && <span className="notice-text breaks">{conditionText(condition)}</span>}
      </div>
    </>
  )
}
