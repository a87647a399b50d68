import type { Description } from '../openapi.ts'
import type { Samples } from './sample.ts'

/** Bodies of operations for which a valid schema is not enough. `unique` is a text that no other body has. */
const fixedBodies: Readonly<Record<string, (unique: string) => unknown>> = {
  sendBulk: () => ({ delete: {} }),
  sendBulkTo: () => ({ delete: {} }),
  createRule: name => ({ name, content: { rewrite_rules: [] } }),
  markIngestHost: () => ({ host: 'fw-1', mark: 'ignored' }),
  testRules: () => ({ events: ['<13>an event'] }),
  login: () => ({ username: 'admin', password: 'secret' }),
  createDashboard: title => ({ title }),
  replaceDashboard: title => ({ title }),
  createMailer: () => ({ mail_to: 'ann@example.com', subject: 'x', body: 'x' }),
  moveTrigger: () => ({ position: 1 }),
  importTriggers: name => ({ name, filter: [] }),
  createTriggersPreview: () => ({ trigger: { add_note: true, note_text: 'x' }, event_id: '42' }),
  createTriggersDryRun: () => ({ trigger: { filter: [] } }),
  createSilence: name => ({ name, ends_at: 9_000_000_000 }),
  replaceSilence: name => ({ name, ends_at: 9_000_000_000 }),
  createForwarder: name => idleForwarder(name),
  replaceForwarder: name => idleForwarder(name),
  createReport: title => ({ title, format: 'csv', query: { type: 'Search', params: {} } }),
  createReportsSchedule: title => schedule(title),
  replaceReportsSchedule: title => schedule(title),
  readEventArrivals: () => ({ filter: [], limit: 5 }),
  extractEventValues: () => ({ pattern: 'took (\\d+) ms', filter: [] }),
  runSql: () => ({ sql: 'SELECT count() AS n FROM events' }),
  saveDashboardTemplate: name => ({ path: `${name}.json` }),
}

/** Paused, and for no event: otherwise its status changes on its own. */
function idleForwarder(name: string) {
  const filter = [{ field: 'host', value: 'of-no-event' }]
  return { name, is_active: false, filter, http: { url: 'http://127.0.0.1:1/' } }
}

function schedule(title: string) {
  const query = { type: 'Search', params: {} }
  return { title, format: 'csv', query, schedule_type: 'c', schedule: { cron: { minute: '0' } } }
}

/** Generates bodies of operations from the description. */
export class SampleBodies {
  readonly #document: Description
  readonly #samples: Samples
  #count = 0

  constructor(document: Description, samples: Samples) {
    this.#document = document
    this.#samples = samples
  }

  /** `optional` adds optional members. undefined if the operation has no body of this type. */
  of(method: string, path: string, type: string, optional: boolean): unknown {
    const operation = this.#document.paths[path]?.[method]
    const schema = operation?.requestBody?.content[type]?.schema
    if (operation === undefined || schema === undefined) return undefined
    return (
      fixedBodies[operation.operationId]?.(`given-${++this.#count}`) ?? this.#samples.of(schema, optional)
    )
  }
}
