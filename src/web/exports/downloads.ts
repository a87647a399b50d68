import { exactNumber } from '../../charts/number-text.ts'
import { type ExportFormat, exportFormats, maxRowsIn } from '../../schema/reports/export-format.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { type ExportedFile, readExport } from '../api/export.ts'
import { errorText } from '../api/http/api-error.ts'
import type { QueryRequest } from '../api/queries.ts'
import { showToast } from '../components/toast.tsx'
import type { ChosenFormat } from '../files/formats.ts'
import { saveFile } from '../files/save-file.ts'
import { queryApi } from '../live/query-api.ts'
import { Observable } from '../state/observable.ts'
import { exportTexts } from '../texts/search/exports.ts'
import { fetchExport } from './fetch-export.ts'

/** What to download. */
export interface DownloadRequest {
  /** The query on the page; created again if the service has removed it. */
  queryId: string
  query: QueryRequest
  format: ChosenFormat
  zone: string
  /** Without extension. */
  fileName: string
  /** Rows of the whole result, for the progress; undefined if unknown. */
  rows: number | undefined
}

/** A running download, or a failed one that is shown. */
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

/** All running and failed downloads, for the tray. */
export const downloads = new Observable<readonly Download[]>([])
/** Controllers that cancel running downloads, by id. */
const cancels = new Map<number, AbortController>()
let lastId = 0

/** Starts a download, and returns true, unless too many run. The tray and a toast show how it ends. */
export function startDownload(request: DownloadRequest): boolean {
  if (cancels.size >= maxDownloads) {
    showToast(exportTexts.tooMany(maxDownloads))
    return false
  }
  lastId += 1
  const id = lastId
  const cancel = new AbortController()
  cancels.set(id, cancel)
  downloads.set([...downloads.get(), { id, request, bytes: 0, failure: undefined }])
  void run(id, request, cancel.signal)
  return true
}

/** Cancels a download, or dismisses its failure. */
export function dismissDownload(id: number): void {
  cancels.get(id)?.abort()
  downloads.set(downloads.get().filter(download => download.id !== id))
}

export function retryDownload({ id, request }: Download): void {
  if (startDownload(request)) dismissDownload(id)
}

async function run(id: number, request: DownloadRequest, signal: AbortSignal): Promise<void> {
  const update = (change: Partial<Download>) =>
    downloads.set(
      downloads.get().map(download => (download.id === id ? { ...download, ...change } : download)),
    )
  let reportedBytes = 0
  try {
    const exported = await fetchExport(
      queryApi,
      readExport,
      request,
      bytes => {
        if (bytes - reportedBytes < progressStepBytes) return
        reportedBytes = bytes
        update({ bytes })
      },
      signal,
    )
    const name = `${request.fileName}.${exportFormats[request.format].extension}`
    saveFile(exported.file, name)
    dismissDownload(id)
    showToast(savedText(name, request.format, exported))
  } catch (error) {
    if (!signal.aborted) update({ failure: errorText(error) })
  } finally {
    cancels.delete(id)
  }
}

function savedText(name: string, format: ExportFormat, { file, cappedFrom }: ExportedFile): string {
  const saved = exportTexts.saved(name, formatFileSize(file.size))
  if (cappedFrom === undefined) return saved
  const max = maxRowsIn(format)
  // Only the service limits csv and json. The page does not know that limit.
  return max > cappedFrom
    ? saved + exportTexts.cappedByService(exactNumber(cappedFrom))
    : saved + exportTexts.cappedByFormat(exactNumber(max), exactNumber(cappedFrom))
}
