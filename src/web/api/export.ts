import type { ExportFormat } from '../../schema/reports/export-format.ts'
import { errorTexts } from '../texts/errors.ts'
import { ApiError } from './http/api-error.ts'
import { fetchOk } from './http/request.ts'

export interface ExportRequest {
  queryId: string
  format: ExportFormat
  /** IANA name of the zone of times in the file. */
  zone: string
  /** Without extension. */
  fileName: string
}

export interface ExportedFile {
  file: Blob
  /** Number of rows of the whole result, if the file has fewer. */
  cappedFrom: number | undefined
}

/** Maximum time without a byte. The service may wait a minute for the query before it sends the first one. */
const silenceTimeoutMs = 180_000
/** Chunks are joined to blobs of this size: browsers keep large blobs on disk. */
const blobBytes = 4_194_304

/**
 * Downloads the result of a query as a file. `onBytes` gets the number of bytes received so far. Throws an
 * ApiError if the request fails or the file is cut off, and the reason of the signal if it is aborted.
 */
export async function readExport(
  { queryId, format, zone, fileName }: ExportRequest,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const params = new URLSearchParams({ ftype: format, timezone: zone, filename: fileName })
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silenceTimeoutMs)
  }
  restartTimer()
  try {
    const response = await fetchOk(`/api/query/${encodeURIComponent(queryId)}/export?${params}`, {
      signal: AbortSignal.any([signal, silent.signal]),
    })
    const capped = Number(response.headers.get('x-rows-capped') ?? Number.NaN)
    const type = response.headers.get('content-type') ?? ''
    const blobs: Blob[] = []
    // Received bytes that are not in a blob yet.
    let chunks: Uint8Array<ArrayBuffer>[] = []
    let chunksBytes = 0
    let bytes = 0
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      restartTimer()
      chunks.push(read.value)
      chunksBytes += read.value.length
      bytes += read.value.length
      onBytes(bytes)
      if (chunksBytes < blobBytes) continue
      blobs.push(new Blob(chunks))
      chunks = []
      chunksBytes = 0
    }
    const file = new Blob([...blobs, ...chunks], { type })
    return { file, cappedFrom: Number.isFinite(capped) ? capped : undefined }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    signal.throwIfAborted()
    const detail = silent.signal.aborted ? errorTexts.silent(silenceTimeoutMs / 1000) : errorTexts.cutOff
    throw new ApiError(0, 'unreachable', detail, { cause })
  } finally {
    clearTimeout(timer)
  }
}
