import { exactNumber } from '../../charts/number-text.ts'
import { type ExportFormat, exportFormats, maxRowsIn } from '../../schema/export-format.ts'
import { say } from '../parts/toast.tsx'
import { Observable } from '../state/observable.ts'
import { type ExportedFile, readExport } from '../wire/export.ts'
import { type Ask, createQuery, removeQuery } from '../wire/queries.ts'
import { saidBy, WireError } from '../wire/wire-error.ts'
import { byteText } from './byte-text.ts'
import type { ChosenFormat } from './formats.ts'
import { saveFile } from './save-file.ts'

export interface DownloadOrder {
  /** The query as it is shown; asked anew when the service has forgotten it. */
  queryId: string
  ask: Ask
  format: ChosenFormat
  zone: string
  /** Without extension. */
  fileName: string
  /** As far as known before. */
  rows: number | undefined
}

/** A download that is under way, or that failed and waits to be read. */
export interface Download {
  id: number
  order: DownloadOrder
  bytes: number
  failure: string | undefined
}

/** Downloads at a time: each holds a connection, and its file until it is saved. */
const most = 4
/** Bytes between two words to whoever watches. */
const sayEvery = 65_536

export const downloads = new Observable<readonly Download[]>([])
const cancels = new Map<number, AbortController>()
let lastId = 0

/** Begins a download; how it ends is told at the foot of the page. */
export function startDownload(order: DownloadOrder): void {
  if (cancels.size >= most) {
    say(`${most} downloads run already: wait for one of them`)
    return
  }
  lastId += 1
  const id = lastId
  const cancel = new AbortController()
  cancels.set(id, cancel)
  downloads.set([...downloads.get(), { id, order, bytes: 0, failure: undefined }])
  void run(id, order, cancel.signal)
}

/** Ends it, or takes the word of its failure away. */
export function dropDownload(id: number): void {
  cancels.get(id)?.abort()
  downloads.set(downloads.get().filter(download => download.id !== id))
}

export function retryDownload({ id, order }: Download): void {
  dropDownload(id)
  startDownload(order)
}

async function run(id: number, order: DownloadOrder, signal: AbortSignal): Promise<void> {
  const change = (change: Partial<Download>) =>
    downloads.set(
      downloads.get().map(download => (download.id === id ? { ...download, ...change } : download)),
    )
  let told = 0
  try {
    const exported = await exportOf(
      order,
      bytes => {
        if (bytes - told < sayEvery) return
        told = bytes
        change({ bytes })
      },
      signal,
    )
    const name = `${order.fileName}.${exportFormats[order.format].extension}`
    saveFile(exported.file, name)
    dropDownload(id)
    say(savedText(name, order.format, exported))
  } catch (error) {
    if (!signal.aborted) change({ failure: saidBy(error) })
  } finally {
    cancels.delete(id)
  }
}

async function exportOf(
  order: DownloadOrder,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  try {
    return await readExport(order, onBytes, signal)
  } catch (error) {
    if (!(error instanceof WireError) || error.status !== 404) throw error
  }
  // Answers that nobody has read for a while are forgotten, however long the page shows them.
  const { query_id: queryId } = await createQuery(order.ask, signal)
  try {
    return await readExport({ ...order, queryId }, onBytes, signal)
  } finally {
    removeQuery(queryId)
  }
}

function savedText(name: string, format: ExportFormat, { file, cappedFrom }: ExportedFile): string {
  const saved = `Saved ${name}, ${byteText(file.size)}`
  if (cappedFrom === undefined) return saved
  const max = maxRowsIn(format)
  // A bound of csv and json is a setting of the service, which the page does not know.
  return max > cappedFrom
    ? `${saved}: the first of ${exactNumber(cappedFrom)} rows, as many as this service allows. A narrower time has the rest.`
    : `${saved}: the first ${exactNumber(max)} of ${exactNumber(cappedFrom)} rows. csv and json have more.`
}
