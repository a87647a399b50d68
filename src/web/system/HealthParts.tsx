import type { HealthLevel } from '../../schema/intake/ingest-health.ts'
import type { PartState } from '../../schema/service-health.ts'
import { StateCard } from '../components/StateCard.tsx'
import { systemTexts } from '../texts/settings/system.ts'
import { useServiceHealth } from './readings.ts'

const texts = systemTexts.parts
const levels: Record<PartState, HealthLevel> = { ok: 'ok', warning: 'warning', failed: 'critical' }

/** The state of the parts of the service as it reports it, each with what to do. */
export function HealthParts() {
  const { data } = useServiceHealth()
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
