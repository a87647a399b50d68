import type { HealthLevel } from '../../schema/intake/ingest-health.ts'
import { Icon } from '../components/Icon.tsx'
import { levelIcons } from '../ingest/check-text.ts'
import { followLink } from '../state/location.ts'

/** A part of the service with its state, and what to do about it. */
export function Part({
  name,
  level,
  says,
  advice,
  href,
}: {
  name: string
  level: HealthLevel
  says: string
  advice?: string | null
  href?: string
}) {
  return (
    <li className={level}>
      <span className="system-part-name">
        <Icon name={levelIcons[level]} size={14} />
        {name}
      </span>
      {href === undefined ? (
        <span>{says}</span>
      ) : (
        <a href={href} onClick={followLink}>
          {says}
        </a>
      )}
      {advice && <span className="soft">{advice}</span>}
    </li>
  )
}
