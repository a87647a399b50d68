import type { Outcome } from './send.ts'
import type { Target } from './target.ts'

/** Whether everything arrived, as far as the protocol reports it. */
export function isComplete({ counters, error }: Outcome): boolean {
  return error === undefined && counters.refused === 0 && counters.unsure === 0
}

/** The outcome as a few lines of text, or as JSON. */
export function formatOutcome({ counters, seconds, error }: Outcome, target: Target, json: boolean): string {
  const { sent, bytes, acknowledged, refused, unsure, again, refusal } = counters
  const answers = target.kind === 'http'
  if (json) {
    const { user, system } = process.cpuUsage()
    return JSON.stringify({
      sent,
      acknowledged: answers ? acknowledged : null,
      refused,
      unsure,
      again,
      bytes,
      seconds,
      rate: seconds > 0 ? sent / seconds : 0,
      cpu_seconds: (user + system) / 1e6,
      refusal: refusal ?? null,
      error: error?.message ?? null,
    })
  }
  const whole = (number: number) => Math.round(number).toLocaleString('en')
  const lines = [
    `sent ${whole(sent)} events, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s: ${whole(sent / Math.max(seconds, 0.001))}/s`,
    answers ? `acknowledged ${whole(acknowledged)}` : `acknowledged: ${target.kind} has no acknowledgements`,
    `refused ${whole(refused)}${refusal === undefined ? '' : `, first: ${refusal}`}`,
  ]
  if (unsure > 0) lines.push(`unsure ${whole(unsure)}: the connection was lost while they were in transit`)
  if (again > 0) lines.push(`${whole(again)} bodies had to be sent again`)
  return lines.join('\n')
}
