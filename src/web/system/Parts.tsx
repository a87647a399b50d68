import { exactNumber } from '../../charts/number-text.ts'
import type { HealthLevel, IngestHealth } from '../../schema/intake/ingest-health.ts'
import type { PartState } from '../../schema/service-health.ts'
import { errorText } from '../api/http/api-error.ts'
import { readMonitor } from '../api/system.ts'
import { Section } from '../components/Section.tsx'
import { StateCard } from '../components/StateCard.tsx'
import { useConnectionState, useLiveQuery } from '../live/use-live-query.ts'
import { usePolled } from '../state/use-read.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { useServiceHealth } from './readings.ts'

const texts = systemTexts.parts

/** The parts of the service with their states. Users who see all hosts (`seesAll`) get more parts. */
export function Parts({
  health,
  seesAll,
}: {
  health: IngestHealth | undefined
  seesAll: boolean | undefined
}) {
  const { data: monitor, error } = usePolled(['monitor'], readMonitor, { everySeconds: 10 })
  const connection = useConnectionState()
  return (
    <Section id="system-parts" heading={texts.heading}>
      <ul className="state-cards">
        <StateCard name={texts.service} {...serviceState(monitor, error !== undefined)} />
        <StateCard
          name={texts.live}
          level={connection === 'open' ? 'ok' : 'warning'}
          says={connection === 'open' ? texts.connected : texts.connecting}
        />
        {seesAll && <HealthParts />}
        {health && !seesAll && (
          <StateCard
            name={texts.ingest}
            level={health.level}
            says={ingestTexts.levels[health.level]}
            href="/ingest"
          />
        )}
        {monitor && !seesAll && (
          <StateCard name={texts.disk} level={monitor.disk} says={texts.disks[monitor.disk]} />
        )}
        {seesAll && <StorePart />}
      </ul>
    </Section>
  )
}

function serviceState(
  monitor: { status: 'ready' | 'starting' } | undefined,
  isUnreachable: boolean,
): { level: HealthLevel | undefined; says: string } {
  if (isUnreachable) return { level: 'critical', says: texts.unreachable }
  if (monitor === undefined) return { level: undefined, says: texts.checking }
  if (monitor.status === 'starting') return { level: 'warning', says: texts.starting }
  return { level: 'ok', says: texts.ready }
}

/** The event store. Its state is good if it answers a query. */
function StorePart() {
  const { answer, error } = useLiveQuery(
    { type: 'StorageStats', params: { time_range: { preset: 'last_24_hours' } } },
    true,
  )
  const failure = error ?? answer?.error
  const total = answer?.results.all_time?.new
  if (failure !== undefined)
    return <StateCard name={texts.store} level="critical" says={texts.failed(errorText(failure))} />
  if (total === undefined) return <StateCard name={texts.store} level={undefined} says={texts.computing} />
  return <StateCard name={texts.store} level="ok" says={texts.answers(exactNumber(total))} />
}

const levels: Record<PartState, HealthLevel> = { ok: 'ok', warning: 'warning', failed: 'critical' }

/** The parts that the service reports, each with its state and advice. */
function HealthParts() {
  const { data, error } = useServiceHealth()
  // The states read before a failure may be out of date.
  if (error !== undefined) return null
  return data?.parts.map(({ name, state, says, advice }) => (
    <StateCard
      key={name}
      name={texts.names[name]}
      level={levels[state]}
      says={says}
      advice={advice}
      {...(name === 'ingest' && { href: '/ingest' })}
    />
  ))
}
