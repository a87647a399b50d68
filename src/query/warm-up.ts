import type { SnapshotSource } from './snapshot.ts'

const hour = 3_600
const host = { field: 'host', value: 'warm-up' }
const message = (value: string) => ({ field: 'message', op: 'qp', value })
/** Together they use counts in memory, the index of words, scans of messages, tags, regular expressions. */
const questions = [
  ['EventRate', {}],
  ['Search', { page_size: 100 }],
  ['Search', { filter: [message('"up up"'), host] }],
  ['EventRate', { filter: [message('*armup*'), { field: 'severity', op: 'le', value: 3 }] }],
  ['TopN', { filter: [message('up'), host], field: 'ut_up' }],
  ['TopN', { filter: [{ field: 'message', op: '=~', value: 'up up[0-9]' }], field: 'host' }],
] as const

/**
 * Asks common questions about the last hour after the start, so that code is compiled and the engine has
 * loaded its indexes before a user waits. The answers are not used.
 */
export async function warmUp(source: Pick<SnapshotSource, 'answer'>, signal: AbortSignal): Promise<void> {
  const reader = {
    userId: 0,
    hosts: ['*'],
    permissions: new Set<never>(),
    managesQueries: false,
    managesDashboards: false,
    managesWidgets: false,
  }
  for (const [type, params] of questions) {
    if (signal.aborted) return
    const time_range = { ts_from: -hour, ts_to: 0 }
    await source.answer(reader, { type, params: { ...params, time_range } }, signal).catch(() => {})
  }
}
