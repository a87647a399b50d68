import { useEffect, useState } from 'react'
import type { ShortReport } from '../../schema/report.ts'
import { errorText } from '../api/api-error.ts'
import { fetchFile, reportFileAddress } from '../api/reports.ts'
import { useFetch } from '../state/use-fetch.ts'

/** Larger documents are only downloaded. */
const maxPreviewBytes = 20_000_000

/** Whether the browser can show the report's pdf. */
export function canPreviewDocument({ format, file_size: bytes }: ShortReport): boolean {
  return format === 'pdf' && navigator.pdfViewerEnabled && bytes !== null && bytes <= maxPreviewBytes
}

/** Shows a pdf in the browser's viewer, from a blob: the service forbids frames. */
export function DocumentPreview({ id }: { id: number }) {
  const { value: file, error } = useFetch(reportFileAddress(id), readDocument)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    const made = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (error !== undefined) return <p className="field-hint bad">{errorText(error)}</p>
  if (address === undefined) return <div className="panel-wait" />
  return <iframe className="document-preview" title="The document" src={address} />
}

async function readDocument(address: string, signal: AbortSignal): Promise<Blob> {
  return (await fetchFile(address, signal)).blob()
}
