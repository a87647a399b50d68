import { imbalanceOf } from '../../ingest/ledger/balance.ts'
import type { IntakeCounters } from '../../ingest/worker/intake.ts'
import type { HealthCheck, HealthCheckName, HealthLevel, Losses } from '../../schema/intake/ingest-health.ts'

/** Shares of the spool's limit from which its level is warning, and critical. */
const spoolWarning = 0.25
const spoolCritical = 0.9
/** Free space below this multiple of its minimum is a warning. */
const diskWarning = 4

/** Counts that matter only while they grow: totals, or their growth within the last minutes. */
export interface RecentCounts {
  /** Refused events and connections. */
  refused: number
  /** Datagrams that the kernel dropped. */
  drops: number
  /** Events with a time that is too old, or ahead of our clock. */
  clock: number
}

/** The totals, from which the growth is computed. */
export function recentTotals({
  refused,
  turnedAway,
  udpDropped,
  clockAhead,
  tooOld,
}: IntakeCounters): RecentCounts {
  let connections = 0
  for (const count of Object.values(turnedAway)) connections += count
  return { refused: refused + connections, drops: udpDropped, clock: clockAhead + tooOld }
}

/** All losses since this moment, Unix seconds. */
export function lossesOf(counters: IntakeCounters, since: number): Losses {
  const { refused, drops } = recentTotals(counters)
  return { datagrams: drops, refused, since }
}

/**
 * All checks of ingest, in order of importance. `recent`: growth. `quiet`: number of hosts that fell silent.
 * `wrongClocks`: number of hosts whose clock is wrong.
 */
export function checksOf(
  { sources, state, ...totals }: IntakeCounters,
  recent: RecentCounts,
  { quiet, wrongClocks }: { quiet: number; wrongClocks: number },
): HealthCheck[] {
  const { spoolBytes, maxSpoolBytes, freeBytes, minFreeBytes, heldFiles = 0 } = state
  const unbalanced = [totals, ...sources].reduce((sum, counts) => sum + Math.abs(imbalanceOf(counts)), 0)
  return [
    openCheck(state.isOpen),
    check('balance', unbalanced > 0 ? 'critical' : 'ok', unbalanced),
    check(
      'spool',
      levelAbove(spoolBytes / maxSpoolBytes, spoolWarning, spoolCritical),
      spoolBytes,
      maxSpoolBytes,
    ),
    check('held', heldFiles > 0 ? 'warning' : 'ok', heldFiles),
    check('disk', diskLevel(freeBytes, minFreeBytes), freeBytes ?? 0, minFreeBytes),
    check('drops', recent.drops > 0 ? 'warning' : 'ok', recent.drops),
    check('refused', recent.refused > 0 ? 'warning' : 'ok', recent.refused),
    check('clock', recent.clock + wrongClocks > 0 ? 'warning' : 'ok', recent.clock + wrongClocks),
    quietCheck(quiet),
  ]
}

export function openCheck(isOpen: boolean): HealthCheck {
  return check('open', isOpen ? 'ok' : 'critical', isOpen ? 0 : 1)
}

export function quietCheck(hosts: number): HealthCheck {
  return check('quiet', hosts > 0 ? 'warning' : 'ok', hosts)
}

export function worstLevel(checks: readonly HealthCheck[]): HealthLevel {
  const order: readonly HealthLevel[] = ['critical', 'warning']
  return order.find(level => checks.some(check => check.level === level)) ?? 'ok'
}

function check(
  name: HealthCheckName,
  level: HealthLevel,
  value: number,
  limit: number | null = null,
): HealthCheck {
  return { name, level, value, limit }
}

function levelAbove(part: number, warning: number, critical: number): HealthLevel {
  if (part >= critical) return 'critical'
  return part >= warning ? 'warning' : 'ok'
}

function diskLevel(freeBytes: number | null, minFreeBytes: number): HealthLevel {
  if (freeBytes === null) return 'ok'
  if (freeBytes < minFreeBytes) return 'critical'
  return freeBytes < diskWarning * minFreeBytes ? 'warning' : 'ok'
}
