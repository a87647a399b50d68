import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { rewritableFields } from '../../schema/intake/rule.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import type { PlacedFault } from './fault-places.ts'

/** What other parts of the page may do with the editor. */
export interface CodeEditorHandle {
  /** Moves the caret and the focus to a line, from 1. */
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

/** The editor of rules. Because of CodeMirror it is large, so the page loads it as a chunk of its own. */
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
  const latest = useRef({ text, faults, tagNames, onChange, onSave })
  useEffect(() => {
    latest.current = { text, faults, tagNames, onChange, onSave }
  })
  // An editor lives as long as its file is shown: it calls the newest callbacks through `latest`.
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
    opened.showFaults(latest.current.faults)
    editor.current = opened
    return () => opened.close()
  }, [name, label, readOnly])
  useEffect(() => editor.current?.setText(text), [text])
  useEffect(() => editor.current?.showFaults(faults), [faults])
  useImperativeHandle(handle, () => ({ goTo: line => editor.current?.goTo(line) }), [])
  return <div className="rules-editor" ref={host} />
}

/** Completions of keys: members of a file and of its rules. */
const members = Object.entries(ruleTexts.members).map(([label, detail]) => ({
  label,
  detail,
  type: 'property',
  apply: `${label}: `,
}))

const ops = Object.entries(ruleTexts.ops).map(([label, detail]) => ({ label, detail, type: 'operator' }))
const fields = [...rewritableFields, '${extra:'].map(label => ({ label, type: 'variable' }))

interface EditorOptions {
  host: HTMLElement
  text: string
  label: string
  readOnly: boolean
  /** Names of user tags known so far. */
  tagNames: () => readonly string[]
  onChange: (text: string) => void
  onSave: () => void
}

/** An open CodeMirror with the text of a file. */
interface RuleEditor {
  setText(text: string): void
  showFaults(faults: readonly PlacedFault[]): void
  goTo(line: number): void
  close(): void
}

/**
 * Opens CodeMirror in a shadow root. Its styles are adopted style sheets there, which the page's security
 * policy allows.
 */
function openEditor({ host, label, readOnly, tagNames, onChange, onSave, text }: EditorOptions): RuleEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const save = () => {
    onSave()
    return true
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        text.trimStart().startsWith('{') ? json() : yaml(),
        syntaxHighlighting(colours),
        autocompletion({ override: [completeRules(tagNames)] }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: save },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorState.readOnly.of(readOnly),
        EditorView.updateListener.of(update => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
        theme,
      ],
    }),
  })
  const clampLine = (line: number) => view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
  return {
    setText(next) {
      const { doc } = view.state
      if (doc.toString() !== next) view.dispatch({ changes: { from: 0, to: doc.length, insert: next } })
    },
    showFaults(faults) {
      const diagnostics = faults.map(({ line, severity, text: message }): Diagnostic => {
        const { from, to } = clampLine(line)
        return { from, to, severity, message }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo(line) {
      const { from } = clampLine(line)
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
      view.focus()
    },
    close() {
      view.destroy()
    },
  }
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-strong)' },
  { tag: tags.string, color: 'var(--notice)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--critical)' },
  { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--ink-soft)' },
])

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--panel)', color: 'var(--ink)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink-faint)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '5px',
    boxShadow: 'var(--shadow-high)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
  },
  '.cm-completionDetail': { color: 'var(--ink-faint)', fontStyle: 'normal', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
})

/** Completes members where a key may stand, operators after `op:`, fields after `field:`. */
function completeRules(tagNames: () => readonly string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const op = context.matchBefore(/\bop:\s*[!=~*a-z]*/)
    if (op) return { from: op.from + (/^op:\s*/.exec(op.text)?.[0].length ?? 0), options: ops, filter: false }
    const field = context.matchBefore(/\bfield:\s*[\w.${:]*/)
    if (field) {
      const options = [...fields, ...tagNames().map(label => ({ label, type: 'variable' }))]
      return { from: field.from + (/^field:\s*/.exec(field.text)?.[0].length ?? 0), options }
    }
    const key = context.matchBefore(/(?:^\s*(?:- )*|[{,]\s*)["']?[a-z_]*/)
    const word = context.matchBefore(/[a-z_]+/)
    if (!key || (!word && !context.explicit)) return null
    return { from: word?.from ?? context.pos, options: members }
  }
}
