import { hostname } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { errorMessage } from '../command/error-message.ts'
import { integerBetween } from '../command/integer-option.ts'
import { print, printData, printError } from '../terminal/print.ts'
import { bodyFormats, socketFormats } from './formats.ts'
import { framings, prepareSend, type SendOptions } from './prepare.ts'
import { type Outcome, type SendPlan, send } from './send.ts'
import type { EventSupply } from './supply.ts'
import type { Target } from './target.ts'

const formats = [...new Set([...Object.keys(socketFormats), ...Object.keys(bodyFormats), 'line'])]

/** `millrace send ...`: sends recorded or generated logs to any log service; see docs/sending.md. */
export function sendCommand(): Command {
  return new Command('send')
    .description('send recorded or generated logs to a log service, to test or benchmark it')
    .argument('[files...]', 'one event per line, plain, .gz or .zst; - is standard input')
    .option('--to <address>', 'udp://, tcp://, tls://, unix:// or http(s)://', 'tcp://127.0.0.1:5514')
    .addOption(new Option('--as <form>', 'format of the events; default: by the address').choices(formats))
    .addOption(
      new Option('--framing <kind>', 'over TCP, TLS and Unix sockets').choices(Object.keys(framings)),
    )
    .option('--template <name>', 'generated events: mixed, repeats, storm, or a YAML file')
    .option('--tsv', 'the files are tab-separated: timestamp, host, priority, program, message')
    .addOption(
      new Option('--host <name>', 'host of events without one').default(
        hostname(),
        'the name of this machine',
      ),
    )
    .option('--program <name>', 'program of events without one', '')
    .option('--now', 'set the time of every event to when it is sent')
    .option('--speed <factor>', 'keep the original intervals; 10 = ten times as fast', positive)
    .option('--loop', 'start again after the last file')
    .option('--rate <number>', 'events per second; 0 = no limit', positiveOrZero, 0)
    .option('--connections <number>', 'number of connections', integerBetween(1, 1_000), 1)
    .option('--count <number>', 'maximum number of events', integerBetween(1, Number.MAX_SAFE_INTEGER))
    .option('--seconds <number>', 'maximum duration', positive)
    .option('--batch <number>', 'events per body over HTTP', integerBetween(1, 100_000), 1_000)
    .option('--token <token>', 'for HTTP; prefer MILLRACE_TOKEN, which process lists do not show')
    .option('--no-idempotency', 'send bodies without an Idempotency-Key')
    .option('--ca <file>', 'CA certificates that verify the service over TLS')
    .option('--cert <file>', 'client certificate')
    .option('--key <file>', 'key of the client certificate')
    .option('--insecure', 'accept any certificate')
    .option('--seed <number>', 'the same seed generates the same events', integerBetween(1, 2 ** 31), 1)
    .option(
      '--first <number>',
      'the number of the first event of a template',
      integerBetween(1, 9_999_999_999),
      1,
    )
    .option(
      '--variety <number>',
      'number of different events that are prepared',
      integerBetween(1, 1_000_000),
      10_000,
    )
    .option('--patience <seconds>', 'time without progress before it gives up', positive, 60)
    .option('--json', 'report as JSON')
    .action(async (files: string[], options: SendOptions) => {
      process.exitCode = await run(files, options)
    })
}

/**
 * Sends until everything is sent or the user interrupts it, and returns the exit code. 0: whatever was sent
 * arrived, as far as the protocol acknowledges it. 1: not all of it. 2: nothing was sent, because an option
 * or a file is invalid.
 */
async function run(files: readonly string[], options: SendOptions): Promise<0 | 1 | 2> {
  const interrupted = new AbortController()
  let supply: EventSupply
  let plan: SendPlan
  try {
    ;({ supply, plan } = await prepareSend(files, options))
  } catch (error) {
    printError(errorMessage(error))
    return 2
  }
  const stop = () => interrupted.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const outcome = await send(supply, plan, interrupted.signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  const outcomeText = formatOutcome(outcome, plan.target, options.json === true)
  if (options.json === true) printData(outcomeText)
  else outcomeText.split('\n').forEach(print)
  if (outcome.error !== undefined) printError(outcome.error.message)
  return isComplete(outcome) ? 0 : 1
}

function positive(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!(number > 0 && number < Infinity)) throw new InvalidArgumentError('Expected a number above 0.')
  return number
}

function positiveOrZero(text: string): number {
  return text === '0' ? 0 : positive(text)
}

/** Whether everything arrived, as far as the protocol reports it. */
export function isComplete({ counters, error }: Outcome): boolean {
  return error === undefined && counters.refused === 0 && counters.unsure === 0
}

/** The outcome as a few lines of text, or as JSON. */
function formatOutcome({ counters, seconds, error }: Outcome, target: Target, json: boolean): string {
  const { sent, bytes, acknowledged, refused, unsure, retries, refusal } = counters
  const isAcknowledged = target.kind === 'http'
  if (json) {
    const { user, system } = process.cpuUsage()
    return JSON.stringify({
      sent,
      acknowledged: isAcknowledged ? acknowledged : null,
      refused,
      unsure,
      again: retries,
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
    isAcknowledged
      ? `acknowledged ${whole(acknowledged)}`
      : `acknowledged: ${target.kind} has no acknowledgements`,
    `refused ${whole(refused)}${refusal === undefined ? '' : `, first: ${refusal}`}`,
  ]
  if (unsure > 0) lines.push(`unsure ${whole(unsure)}: the connection was lost while they were in transit`)
  if (retries > 0) lines.push(`${whole(retries)} bodies had to be sent again`)
  return lines.join('\n')
}
