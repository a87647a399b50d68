import { exactNumber } from '../../charts/number-text.ts'
import type { HealthCheck, HealthLevel, IngestHealth } from '../../schema/ingest-health.ts'
import { byteText } from '../exports/byte-text.ts'
import { healthTexts } from '../texts/ingest-health.ts'

/** What a check says, good or bad. */
export function checkText({ name, level, value, limit }: HealthCheck): string {
  const isBytes = name === 'spool' || name === 'disk'
  const text = isBytes ? byteText : exactNumber
  if (level !== 'ok') return healthTexts.wrong[name](text(value), text(limit ?? 0), value)
  if (name === 'disk' && value > 0) return healthTexts.free(byteText(value))
  return healthTexts.right[name]
}

/** What the light says: a few words. An answer from before the last failure says nothing of now. */
export function lightText(health: IngestHealth | undefined, failed: boolean): string {
  const { light } = healthTexts
  if (failed) return light.unknown
  if (health === undefined) return light.loading
  if (!health.has_events && health.level === 'ok') return light.none
  if (health.level === 'critical') return light.critical
  const wrong = health.checks.filter(({ level }) => level !== 'ok')
  if (wrong.length === 0) return light.ok
  return wrong.length === 1 && wrong[0]?.name === 'quiet' ? light.quiet(health.hosts.quiet) : light.warning
}

export const levelIcons = { ok: 'check', warning: 'warning', critical: 'stop' } as const satisfies Record<
  HealthLevel,
  string
>
