import { exactNumber } from '../../charts/number-text.ts'
import { type ExportFormat, exportFormats, maxRowsIn } from '../../schema/export-format.ts'
import { ApiError, errorText } from '../api/api-error.ts'
import { type ExportedFile, readExport } from '../api/export.ts'
import { createQuery, type QueryRequest, removeQuery } from '../api/queries.ts'
import { showToast } from '../components/toast.tsx'
import { Observable } from '../state/observable.ts'
import { exportTexts } from '../texts/exports.ts'
import { byteText } from './byte-text.ts'
import type { ChosenFormat } from './formats.ts'
import { saveFile } from './save-file.ts'

export interface DownloadRequest {
  /** The query on the page; created again when the service has removed it. */
  queryId: string
  query: QueryRequest
  format: ChosenFormat
  zone: string
  /** Without extension. */
  fileName: string
  rows: number | undefined
}

/** A download that runs, or whose failure is shown. */
export interface Download {
  id: number
  request: DownloadRequest
  bytes: number
  failure: string | undefined
}

/** Each download holds a connection, and its file until it is saved. */
const maxDownloads = 4
/** Bytes between two updates of the progress. */
const progressStepBytes = 65_536

export const downloads = new Observable<readonly Download[]>([])
const cancels = new Map<number, AbortController>()
let lastId = 0

/** Starts a download. The tray and a toast show how it ends. */
export function startDownload(request: DownloadRequest): void {
  if (cancels.size >= maxDownloads) {
    showToast(exportTexts.tooMany(maxDownloads))
    return
  }
  lastId += 1
  const id = lastId
  const cancel = new AbortController()
  cancels.set(id, cancel)
  downloads.set([...downloads.get(), { id, request, bytes: 0, failure: undefined }])
  void run(id, request, cancel.signal)
}

/** Cancels a download, or dismisses its failure. */
export function dismissDownload(id: number): void {
  cancels.get(id)?.abort()
  downloads.set(downloads.get().filter(download => download.id !== id))
}

export function retryDownload({ id, request }: Download): void {
  dismissDownload(id)
  startDownload(request)
}

async function run(id: number, order: DownloadRequest, signal: AbortSignal): Promise<void> {
  const change = (change: Partial<Download>) =>
    downloads.set(
      downloads.get().map(download => (download.id === id ? { ...download, ...change } : download)),
    )
  let reportedBytes = 0
  try {
    const exported = await fetchExport(
      order,
      bytes => {
        if (bytes - reportedBytes < progressStepBytes) return
        reportedBytes = bytes
        change({ bytes })
      },
      signal,
    )
    const name = `${order.fileName}.${exportFormats[order.format].extension}`
    saveFile(exported.file, name)
    dismissDownload(id)
    showToast(savedText(name, order.format, exported))
  } catch (error) {
    if (!signal.aborted) change({ failure: errorText(error) })
  } finally {
    cancels.delete(id)
  }
}

async function fetchExport(
  order: DownloadRequest,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  try {
    return await readExport(order, onBytes, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  // The service removes queries that nobody has read for a while.
  const { query_id: queryId } = await createQuery(order.query, signal)
  try {
    return await readExport({ ...order, queryId }, onBytes, signal)
  } finally {
    removeQuery(queryId)
  }
}

function savedText(name: string, format: ExportFormat, { file, cappedFrom }: ExportedFile): string {
  const saved = exportTexts.saved(name, byteText(file.size))
  if (cappedFrom === undefined) return saved
  const max = maxRowsIn(format)
  // The limit of csv and json is a setting of the service that the page does not know.
  return max > cappedFrom
    ? saved + exportTexts.cappedByService(exactNumber(cappedFrom))
    : saved + exportTexts.cappedByFormat(exactNumber(max), exactNumber(cappedFrom))
}
