/** The worker thread that holds rows of tags and ranks their values. */
import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './messages.ts'
import { RowStore } from './row-store.ts'

if (parentPort === null) throw new Error('only to be run as a thread')
const port = parentPort
const kept = new RowStore()

function say(message: FromWorker): void {
  port.postMessage(message)
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'add': {
      const { id, tag, days, rows } = message
      kept.add(tag, days, new Int32Array(rows.buffer, rows.byteOffset, rows.byteLength / 4))
      say({ kind: 'kept', id, rows: kept.rows })
      return
    }
    case 'drop':
      kept.drop(message.tag, message.days)
      say({ kind: 'kept', id: message.id, rows: kept.rows })
      return
    case 'rank': {
      const { id, tag, ranges, wanted, most } = message
      say({ kind: 'ranked', id, rankings: ranges.map(range => kept.rank(tag, range, wanted, most)) })
      return
    }
    case 'count': {
      const { id, tag, bounds, values } = message
      say({ kind: 'counted', id, counts: kept.count(tag, bounds, values) })
    }
  }
})
