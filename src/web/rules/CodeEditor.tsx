import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { PlacedFault } from './fault-places.ts'
import { openEditor, type RuleEditor } from './open-editor.ts'

export interface CodeEditorHandle {
  goTo(line: number): void
}

interface Props {
  /** Identifies the edited text: another name creates a new editor. */
  name: string
  text: string
  label: string
  readOnly: boolean
  faults: readonly PlacedFault[]
  tagNames: readonly string[]
  handle: Ref<CodeEditorHandle>
  onChange: (text: string) => void
  onSave: () => void
}

/** The editor of rules, in its own chunk. */
export function CodeEditor({
  name,
  text,
  label,
  readOnly,
  faults,
  tagNames,
  handle,
  onChange,
  onSave,
}: Props) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<RuleEditor>(null)
  const latest = useRef({ text, tagNames, onChange, onSave })
  useEffect(() => {
    latest.current = { text, tagNames, onChange, onSave }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another editor
  useEffect(() => {
    if (host.current === null) return
    const opened = openEditor({
      host: host.current,
      text: latest.current.text,
      label,
      readOnly,
      tagNames: () => latest.current.tagNames,
      onChange: next => latest.current.onChange(next),
      onSave: () => latest.current.onSave(),
    })
    editor.current = opened
    return () => opened.close()
  }, [name, label, readOnly])
  useEffect(() => editor.current?.setText(text), [text])
  useEffect(() => editor.current?.showFaults(faults), [faults])
  useImperativeHandle(handle, () => ({ goTo: line => editor.current?.goTo(line) }), [])
  return <div className="rules-editor" ref={host} />
}
