import { type Command, InvalidArgumentError } from 'commander'

export const defaultTimeoutSeconds = 300
/** The help of `--timeout`. */
export const timeoutDescription = `time for a complete answer (default: ${defaultTimeoutSeconds})`
/** Node's timers count milliseconds in 31 bits: longer ones fire at once. */
const maxTimeoutSeconds = 2_147_483

/** Adds `--range` and `--timezone`. */
export function addTimeOptions(command: Command): Command {
  return command
    .option(
      '-r, --range <range>',
      '15m, last 6 hours, today, since 9:00, 2026-01-31 14:00 to 15:30 (default: last hour)',
    )
    .option(
      '--timezone <zone>',
      'IANA name of the zone of ranges and times (default: the zone of this machine)',
    )
}

/** Adds `--filter`, which may be repeated. */
export function addFilterOption(command: Command): Command {
  return command.option(
    '--filter <condition>',
    'a condition: SrcIP=10.*, or as JSON; repeat it for more',
    (condition: string, earlier: readonly string[] = []) => [...earlier, condition],
  )
}

/** Parses seconds, also with a fraction. */
export function positiveSeconds(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!(number > 0 && number < Infinity))
    throw new InvalidArgumentError('Expected a number of seconds above 0.')
  return number
}

/** As `positiveSeconds`, for a timer. */
export function timeoutSeconds(text: string): number {
  const seconds = positiveSeconds(text)
  if (seconds > maxTimeoutSeconds)
    throw new InvalidArgumentError(`Expected at most ${maxTimeoutSeconds} seconds.`)
  return seconds
}
