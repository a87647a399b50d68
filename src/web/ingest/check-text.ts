import { exactNumber } from '../../charts/number-text.ts'
import { minuteText } from '../../charts/time-text.ts'
import type { HealthCheck, IngestHealth, Losses } from '../../schema/intake/ingest-health.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { healthTexts } from '../texts/ingest-health.ts'

/** The text of a check: what is wrong, or that all is well. */
export function checkText(
  { name, level, value, limit }: HealthCheck,
  losses: Losses | null | undefined,
  zone: string,
): string {
  const isBytes = name === 'spool' || name === 'disk'
  const format = isBytes ? formatFileSize : exactNumber
  if (level !== 'ok') return healthTexts.wrong[name](format(value), format(limit ?? 0), value)
  // The value of the disk is 0 if its free space is unknown.
  if (name === 'disk' && value > 0) return healthTexts.free(formatFileSize(value))
  const lost = name === 'balance' ? lossText(losses, zone) : undefined
  return lost === undefined ? healthTexts.right[name] : healthTexts.balancedBut(lost)
}

/** All losses so far, and since when they are counted; undefined if nothing was lost. */
export function lossText(losses: Losses | null | undefined, zone: string): string | undefined {
  if (!losses || losses.datagrams + losses.refused === 0) return undefined
  return healthTexts.lost(losses.datagrams, losses.refused, minuteText(losses.since, zone))
}

/** The health of ingest in a few words, for the top bar. `failed`: the last read failed. */
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
