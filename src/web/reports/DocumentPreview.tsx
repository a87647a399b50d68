import { useEffect, useState } from 'react'
import type { ShortReport } from '../../schema/report.ts'
import { useRead } from '../state/use-read.ts'
import { readFile } from '../wire/reports.ts'
import { saidBy } from '../wire/wire-error.ts'

/** Larger ones are for downloading. */
const mostBytes = 20_000_000

/** Whether this browser can show a report's document by itself. */
export function canShowDocument({ format, file_size: bytes }: ShortReport): boolean {
  return format === 'pdf' && navigator.pdfViewerEnabled && bytes !== null && bytes <= mostBytes
}

/** A pdf, in the browser's own reader: fetched first, since no address of the service may be framed. */
export function DocumentPreview({ id }: { id: number }) {
  const { value: file, error } = useRead(String(id), readDocument)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    const made = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (error !== undefined) return <p className="field-hint bad">{saidBy(error)}</p>
  if (address === undefined) return <div className="panel-wait" />
  return <iframe className="document-preview" title="The document" src={address} />
}

function readDocument(id: string, signal: AbortSignal): Promise<Blob> {
  return readFile(Number(id), signal)
}
