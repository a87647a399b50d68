import { Command, Option } from 'commander'
import { MillraceError } from '../../../clients/typescript/src/millrace-error.ts'
import { fieldText } from '../../charts/name-text.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { ExitError } from '../command/exit-codes.ts'
import { zoneOption } from '../query/read-params.ts'
import { throwAsExit } from '../remote/refusal.ts'
import { addRemoteOptions, type RemoteOptions, reportErrors, requestJson } from '../remote/remote.ts'
import { onOneLine, widthOf } from '../terminal/cell-width.ts'
import { type Paint, paintFor, paintSeverity } from '../terminal/paint.ts'
import { printData, printPainted } from '../terminal/print.ts'

interface EventOptions extends RemoteOptions {
  format: 'text' | 'json'
  timezone?: string
}

/** `millrace event <id>`: prints one event with all its details. */
export function eventCommand(): Command {
  const command = new Command('event')
    .description('show one event: its fields, tags, notes, and the actions of triggers')
    .argument('<id>', 'its id, as millrace query and the page show it')
    .addOption(
      new Option('-F, --format <format>', 'format of the event').choices(['text', 'json']).default('text'),
    )
    .option('--timezone <zone>', 'IANA name of the zone of times (default: the zone of this machine)')
  return addRemoteOptions(command).action(reportErrors(show))
}

async function show(id: string, options: EventOptions): Promise<void> {
  if (!/^\d{1,16}$/.test(id))
    throw new ExitError('usage', `${id} is not an id of an event: expected a number.`)
  const path = `/api/events/${id}?add_trigger_data=true&add_geoip_data=true`
  const event = await requestJson<EventRecord>(options, 'GET', path).catch(error => {
    if (error instanceof MillraceError && error.status === 404)
      throw new ExitError('failed', `There is no event ${id} that you may see.`)
    return throwAsExit(error)
  })
  if (options.format === 'json') {
    printData(JSON.stringify(event, null, 2))
  } else printPainted(eventText(event, zoneOption(options), paintFor(process.stdout)))
}

/** An event as lines. The message comes last and keeps its lines. */
function eventText(event: EventRecord, zone: string, paint: Paint): string[] {
  const time = (seconds: number) => momentText(seconds, zone, true)
  const repeats: [name: string, value: string][] = [
    [fieldText('last_occurrence'), time(event.last_occurrence)],
    [fieldText('counter'), exactNumber(event.counter)],
  ]
  const members: [name: string, value: string][] = [
    ['Id', event._id],
    [fieldText('first_occurrence'), time(event.first_occurrence)],
    ...(event.counter > 1 ? repeats : []),
    [fieldText('host'), event.host],
    [fieldText('program'), event.program],
    [fieldText('severity'), event.severity_name],
    [fieldText('facility'), event.facility_name],
    [fieldText('cisco_mnemonic'), event.cisco_mnemonic],
    [fieldText('status'), event.status_name],
    [fieldText('type'), event.type],
  ]
  const tags = Object.entries(event.user_tags).sort(([one], [other]) => (one < other ? -1 : 1))
  const places = Object.entries(event.geoip ?? {}).map(([field, place]): [string, string] => [
    field,
    Object.values(place)
      .filter(part => part !== '')
      .join(', '),
  ])
  const notes = event.notes.map(({ author, text, created_at }): [string, string] => [
    `${author?.username ?? 'somebody'}, ${time(created_at)}`,
    text,
  ])
  const fired = event.triggers_fired_data.map(({ trigger, fired_at, actions }): [string, string] => [
    trigger.name,
    [time(fired_at), ...actions.map(({ kind, status, detail }) => `${kind} ${status} ${detail}`.trim())].join(
      ', ',
    ),
  ])
  return [
    ...aligned(members, paint, fieldText('severity')),
    ...titled('Tags', tags, paint),
    ...titled('Places', places, paint),
    ...titled('Notes', notes, paint),
    ...titled('Triggers', fired, paint),
    '',
    printable(event.message, true),
  ]
}

/** A titled list of names and values; nothing without entries. */
function titled(title: string, entries: [name: string, value: string][], paint: Paint): string[] {
  return entries.length === 0
    ? []
    : ['', paint('bold', title), ...aligned(entries, paint).map(line => `  ${line}`)]
}

/** Names and values in two columns, without empty values. `severity`: the name of the value to colour. */
function aligned(entries: [name: string, value: string][], paint: Paint, severity?: string): string[] {
  const shown = entries
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [onOneLine(name), onOneLine(value)] as const)
  const width = shown.reduce((max, [name]) => Math.max(max, widthOf(name)), 0)
  return shown.map(([name, value]) => {
    const room = ' '.repeat(width - widthOf(name))
    return `${paint('gray', name)}${room}  ${name === severity ? paintSeverity(paint, value, value) : value}`
  })
}
