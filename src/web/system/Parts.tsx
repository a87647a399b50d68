import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import type { HealthLevel, IngestHealth } from '../../schema/intake/ingest-health.ts'
import type { HealthPart, PartState } from '../../schema/service-health.ts'
import { errorText } from '../api/http/api-error.ts'
import { readMonitor } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { Icon, levelIcons } from '../components/Icon.tsx'
import { Section } from '../components/Section.tsx'
import { type StateCardProps as Part, StateCard } from '../components/StateCard.tsx'
import { useConnectionState, useLiveQuery } from '../live/use-live-query.ts'
import { usePolled } from '../state/use-read.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { useServiceHealth } from './readings.ts'

const texts = systemTexts.parts

interface PartProps {
  health: IngestHealth | undefined
  /** Whether the user sees the events of all hosts; undefined before that is known. */
  seesAll: boolean | undefined
}

/**
 * The parts of the service in one line, each with its state. Below it the parts that need attention say what
 * is wrong; a button shows all parts in words.
 */
export function Parts(props: PartProps) {
  const parts = useParts(props)
  const [showsAll, setShowsAll] = useState(false)
  const explained = parts.filter(({ level }) => showsAll || level === 'warning' || level === 'critical')
  return (
    <Section
      id="system-parts"
      heading={texts.heading}
      bar={
        <Button className="quiet small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {texts.details}
        </Button>
      }
    >
      <ul className="system-line">
        {parts.map(({ name, level, says }) => (
          <li key={name} className={`row gap-6 ${level ?? ''}`} title={says}>
            {level && <Icon name={levelIcons[level]} size={14} />}
            {name}
            {!explained.some(part => part.name === name) && <span className="unseen">{`: ${says}`}</span>}
          </li>
        ))}
      </ul>
      {explained.length > 0 && (
        <ul className="state-cards">
          {explained.map(part => (
            <StateCard key={part.name} {...part} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The parts with their present states. Users who see all hosts get more parts. */
function useParts({ health, seesAll = false }: PartProps): Part[] {
  const { data: monitor, error } = usePolled(['monitor'], readMonitor, { everySeconds: 10 })
  const connection = useConnectionState()
  const service = useServiceHealth(seesAll)
  const store = useStorePart(seesAll)
  const parts: Part[] = [
    { name: texts.service, ...serviceState(monitor, error !== undefined) },
    connection === 'open'
      ? { name: texts.live, level: 'ok', says: texts.connected }
      : { name: texts.live, level: 'warning', says: texts.connecting },
  ]
  if (seesAll) {
    // After a failed read, the states before it may be out of date.
    if (service.error === undefined) parts.push(...(service.data?.parts ?? []).map(reportedPart))
    return [...parts, store]
  }
  if (health)
    parts.push({
      name: texts.ingest,
      level: health.level,
      says: ingestTexts.levels[health.level],
      href: '/ingest',
    })
  if (monitor) parts.push({ name: texts.disk, level: monitor.disk, says: texts.disks[monitor.disk] })
  return parts
}

function serviceState(
  monitor: { status: 'ready' | 'starting' } | undefined,
  isUnreachable: boolean,
): Pick<Part, 'level' | 'says'> {
  if (isUnreachable) return { level: 'critical', says: texts.unreachable }
  if (monitor === undefined) return { level: undefined, says: texts.checking }
  if (monitor.status === 'starting') return { level: 'warning', says: texts.starting }
  return { level: 'ok', says: texts.ready }
}

const storeQuestion = { type: 'StorageStats', params: { time_range: { preset: 'last_24_hours' } } } as const

/** The event store. Its state is good if it answers a query. `isShown`: asks only then. */
function useStorePart(isShown: boolean): Part {
  const { answer, error } = useLiveQuery<'StorageStats'>(isShown ? storeQuestion : undefined, true)
  const failure = error ?? answer?.error
  const total = answer?.results.all_time?.new
  const name = texts.store
  if (failure !== undefined) return { name, level: 'critical', says: texts.failed(errorText(failure)) }
  if (total === undefined) return { name, level: undefined, says: texts.computing }
  return { name, level: 'ok', says: texts.answers(exactNumber(total)) }
}

const levels: Record<PartState, HealthLevel> = { ok: 'ok', warning: 'warning', failed: 'critical' }

/** A part as the service reports it, with its advice. */
function reportedPart({ name, state, says, advice }: HealthPart): Part {
  return {
    name: texts.names[name],
    level: levels[state],
    says,
    advice,
    ...(name === 'ingest' && { href: '/ingest' }),
  }
}
