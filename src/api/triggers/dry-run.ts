import type { FastifyRequest } from 'fastify'
import { compileTrigger } from '../../alerts/compile-trigger.ts'
import { dryRun } from '../../alerts/dry-run/dry-run.ts'
import { triggerFaults } from '../../alerts/triggers/check-trigger.ts'
import { faultOf } from '../../alerts/triggers/trigger-fault.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import { eventRecord } from '../../query/event-record.ts'
import { restrictedTo, rightsOf } from '../../query/life/rights.ts'
import { additionsOf } from '../../query/notes/event-additions.ts'
import { resolveRange } from '../../query/range/resolve.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
import { conditionsIn } from '../../schema/filter/condition.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import { maxDryRunDays, TriggerDryRun, TriggerDryRunRequest } from '../../schema/triggers/trigger-dry-run.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { zoneOf } from '../../time/zone.ts'
import { readerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { refTo } from '../http/schemas.ts'
import { triggerViewer } from './author.ts'
import type { TriggerDeps } from './deps.ts'

const defaultDays = 7
/** Members that a dry run evaluates, and whose faults prevent it. */
const evaluatedMembers: ReadonlySet<string> = new Set(['filter', 'condition', 'active_hours'])

/** POST /api/triggers/dry-run: what a trigger would have done. */
export function dryRunRoute(app: App, deps: TriggerDeps): void {
  const { triggers, history, timezone, ownerHosts, notes, firedTriggers } = deps
  const viewerOf = triggerViewer(deps.visibility)
  app.addSchema(TriggerDryRun)
  app.addSchema(TriggerDryRunRequest)

  /** The trigger of a request, with the hosts that its owner may see. */
  const triggerOf = async (request: FastifyRequest, { trigger, trigger_id }: TriggerDryRunRequest) => {
    if (trigger_id !== undefined) {
      const stored = await triggers.get(viewerOf(request), trigger_id)
      return { content: stored, hosts: await ownerHosts(stored.owner.id) }
    }
    const content: TriggerContent = fullContent({ name: 'dry run', filter: [], ...trigger })
    const faults = (await triggerFaults(content, deps)).filter(({ of: causes }) =>
      causes.some(name => evaluatedMembers.has(name)),
    )
    if (faults.length > 0) throw faultOf(faults.map(fault => ({ ...fault, path: `trigger.${fault.path}` })))
    // The caller is the owner, whose hosts restrict the trigger below.
    return { content, hosts: ['*'] }
  }

  app.post(
    '/api/triggers/dry-run',
    {
      compress: {},
      config: { access: 'triggers', allowsReadOnly: true, bodyLimit: maxFilterBodyBytes },
      schema: {
        summary: 'What a trigger would have done',
        description:
          'Either `trigger`, which need not be stored, or `trigger_id`. Only events of hosts that the caller and the owner see count. Nothing is changed or sent.',
        needsBody: true,
        body: refTo(TriggerDryRunRequest),
        faults: ['query_syntax', 'not_found', ...storeFaults],
        response: { 200: refTo(TriggerDryRun) },
      },
    },
    async request => {
      const started = performance.now()
      const { body } = request
      if ((body.trigger === undefined) === (body.trigger_id === undefined)) {
        throw fieldFault('non_field_errors', 'Expected exactly one of trigger and trigger_id.')
      }
      const { content, hosts } = await triggerOf(request, body)
      const reader = readerOf(request)
      // A dry run uses only the filters and active hours of the compiled trigger: ids and permissions are
      // placeholders.
      const compiled = compileTrigger(0, content, { id: 0, hosts, managesTriggers: false })
      if (compiled === undefined)
        throw new Fault('conflict', { detail: 'Its filter is invalid in this version.' })
      const span = spanOf(body, timezone, Date.now() / 1000)
      const result = await dryRun(
        history.history(reader.userId, request.clientGone),
        content,
        restrictToHosts(compiled, reader.hosts),
        span,
      )
      const zone = zoneOf(timezone)
      const ids = result.samples.map(event => event.id)
      const additions = await additionsOf(ids, notes, firedTriggers)
      return {
        ...result,
        samples: result.samples.map(event => eventRecord(event, zone, additions.get(event.id))),
        notes: notesOfDryRun(content),
        took_ms: Math.round(performance.now() - started),
      }
    },
  )
}

/** The trigger, which matches only events of these hosts. */
function restrictToHosts(compiled: TriggerInForce, hosts: readonly string[]): TriggerInForce {
  const rights = rightsOf(hosts)
  const { window } = compiled
  return {
    ...compiled,
    predicate: restrictedTo(rights, compiled.predicate),
    window: window && {
      ...window,
      followedBy: window.followedBy && restrictedTo(rights, window.followedBy),
    },
  }
}

function spanOf({ days, time_range }: TriggerDryRunRequest, timezone: string, now: number): TimeSpan {
  if (time_range === undefined) {
    const to = Math.floor(now) + 1
    return { from: to - (days ?? defaultDays) * daySeconds, to }
  }
  const fault = (message: string) => fieldFault('time_range', message)
  if (days !== undefined) throw fault('Expected either days or time_range.')
  const { from, to } = resolveRange(time_range, now, { timezone })
  if (to - from > maxDryRunDays * daySeconds) throw fault(`Expected at most ${maxDryRunDays} days.`)
  return { from, to }
}

/** Sentences about what a dry run cannot know of a trigger. */
function notesOfDryRun({ filter, condition, active_since, active_until }: TriggerContent): string[] {
  const notes: string[] = []
  const followedBy = condition?.kind === 'pair' ? condition.followed_by : []
  const testsStatus = conditionsIn([...filter, ...followedBy]).some(({ field }) => {
    const named = parseFieldName(field)
    return named.kind === 'number' && named.field === 'status'
  })
  if (testsStatus)
    notes.push(
      'Events are tested with their current status, which triggers may have changed since the event arrived.',
    )
  if (active_since !== null || active_until !== null)
    notes.push('The dates from which and until which the trigger is active are ignored.')
  notes.push('Earlier triggers that stop further triggers are ignored.')
  return notes
}
