import type { HealthLevel } from '../../schema/intake/ingest-health.ts'
import { Icon, levelIcons } from './Icon.tsx'
import { Link } from './Link.tsx'
import './kit.css'

/** A part of the service as a card shows it. */
export interface StateCardProps {
  name: string
  /** undefined: not known yet. */
  level: HealthLevel | undefined
  /** The state in words. */
  says: string
  advice?: string | null
  href?: string
}

/**
 * A part of the service with its state and what to do about it. Parent: a list of the class `state-cards`.
 */
export function StateCard({ name, level, says, advice, href }: StateCardProps) {
  return (
    <li className={`card ${level ?? ''}`}>
      <span className="state-name row gap-6 small-text soft">
        {level && <Icon name={levelIcons[level]} size={14} />}
        {name}
      </span>
      {href === undefined ? <span>{says}</span> : <Link href={href}>{says}</Link>}
      {advice && <span className="soft">{advice}</span>}
    </li>
  )
}
