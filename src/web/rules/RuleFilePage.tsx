import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { RuleFileRecord } from '../../schema/intake/rule.ts'
import { ApiError, errorText } from '../api/http/api-error.ts'
import { changeRuleFile, createRuleFile, readRuleFile } from '../api/rules.ts'
import { readTagNames } from '../api/tags.ts'
import { Button } from '../components/Button.tsx'
import { ChangedElsewhereError, OverwriteDialog } from '../components/dialogs/OverwriteDialog.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { showToast } from '../components/toast.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { navigate } from '../state/location.ts'
import { useRead } from '../state/use-read.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import type { CodeEditorHandle } from './CodeEditor.tsx'
import { draftOn, type RuleDraft, RuleDrafts } from './rule-drafts.ts'
import { TestBench } from './TestBench.tsx'
import { type CheckedRules, useRuleCheck } from './use-rule-check.ts'

const texts = ruleTexts.editor

/** One file of rules; null: a new one. */
export function RuleFilePage({ name }: { name: string | null }) {
  usePageTitle(name ?? texts.newTitle)
  const reading = useRead(['rules', 'file', name], signal => readRuleFile(name ?? '', signal), {
    enabled: name !== null,
    // After another user's save, a refetch would make the text here look like an unsaved change.
    refetchOnWindowFocus: false,
  })
  if (name === null) return <RuleFileEditor file={undefined} />
  if (reading.data) return <RuleFileEditor file={reading.data} />
  return <ReadError of={reading} title={texts.failed} />
}

const drafts = new RuleDrafts()

const CodeEditor = lazyComponent(
  async () => (await import('./CodeEditor.tsx')).CodeEditor,
  <p className="faint">{texts.loading}</p>,
)

const newName = '500-new.yaml'

/**
 * The editor of a file with its faults, the test bench, its figures and the help. The draft is kept in
 * `drafts`, so it survives a visit to another page. `file` undefined: a new file.
 */
function RuleFileEditor({ file }: { file: RuleFileRecord | undefined }) {
  const client = useQueryClient()
  const key = file?.name ?? ''
  const saved = file?.text ?? ruleTexts.newFile
  const [draft, setDraft] = useState<RuleDraft>(() => drafts.get(key) ?? { text: saved, base: saved })
  const { text, base } = draftOn(saved, draft)
  const [name, setName] = useState(file?.name ?? newName)
  const readOnly = file?.source === 'folder'
  const isChanged = text !== saved || (file !== undefined && name !== file.name)
  const check = useRuleCheck(text)
  const handle = useRef<CodeEditorHandle>(null)
  const tagNames = useTagNames()

  // If the file now has the text of the draft, the draft has no changes of its own any more.
  useEffect(() => setDraft(draft => (draft.text === saved ? { text: saved, base: saved } : draft)), [saved])
  const change = (text: string, base: string) => {
    const changed = { text, base }
    setDraft(changed)
    drafts.keep(key, text === saved ? undefined : changed)
  }
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])

  const saving = useMutation({
    mutationFn: async (overwrite: boolean) => {
      const attempt = { sent: text, address: location.href }
      if (file === undefined) return { ...attempt, savedFile: await createRuleFile({ name, text }) }
      const changesText = text !== saved
      if (changesText && !overwrite && (await readRuleFile(file.name)).text !== base)
        throw new ChangedElsewhereError()
      const patch = { ...(changesText && { text }), ...(name !== file.name && { name }) }
      return { ...attempt, savedFile: await changeRuleFile(file.name, patch) }
    },
    onSuccess: async ({ sent, address, savedFile }) => {
      drafts.onSaved(key, sent, savedFile)
      // A draft without later changes follows the saved file, which the next render has.
      setDraft(draft => (draft.text === sent ? draft : { ...draft, base: savedFile.text }))
      showToast(texts.saved(savedFile.name))
      client.setQueryData(['rules', 'file', savedFile.name], savedFile)
      await client.invalidateQueries({ queryKey: ['rules', 'list'] })
      // The user may have left the editor meanwhile.
      if (location.href === address) navigate(`/rules?file=${encodeURIComponent(savedFile.name)}`, true)
    },
  })
  const canSave =
    !readOnly && !saving.isPending && check.state !== 'invalid' && (isChanged || file === undefined)
  const save = () => {
    if (canSave) saving.mutate(false)
  }
  const saveLabel = file === undefined ? texts.create : texts.save
  const nameFault = saving.error instanceof ApiError ? saving.error.fields.name?.join(' ') : undefined

  return (
    <>
      <header className="page-bar">
        <Link className="button quiet" href="/rules">
          <Icon name="left" size={14} />
          {texts.back}
        </Link>
        <h1>{file?.name ?? texts.newTitle}</h1>
        {isChanged && file !== undefined && <span className="badge warning">{texts.unsaved}</span>}
        <span className="grow" />
        {isChanged && file !== undefined && !readOnly && (
          <Button
            onClick={() => {
              change(saved, saved)
              setName(file.name)
            }}
          >
            {texts.revert}
          </Button>
        )}
        {!readOnly && (
          <Button className="primary" disabled={!canSave} onClick={save}>
            {saving.isPending ? texts.saving : saveLabel}
          </Button>
        )}
      </header>
      <OverwriteDialog error={saving.error} onOverwrite={() => saving.mutate(true)} onClose={saving.reset} />
      {readOnly && <p className="soft">{texts.readOnly}</p>}
      {saving.error !== null && nameFault === undefined && (
        <p className="error-text" role="alert">
          {errorText(saving.error)}
        </p>
      )}
      <div className="rules-columns">
        <div className="rules-main">
          {!readOnly && (
            <TextField
              label={texts.name}
              hint={texts.nameHint}
              fault={nameFault}
              value={name}
              onChange={setName}
            />
          )}
          <CodeEditor
            name={key}
            text={text}
            label={texts.code}
            readOnly={readOnly}
            faults={check.faults}
            tagNames={tagNames}
            handle={handle}
            onChange={next => change(next, base)}
            onSave={save}
          />
          <FaultList check={check} onGoTo={line => handle.current?.goTo(line)} />
          <TestBench text={text} isValid={check.state === 'valid'} name={name} savedName={file?.name} />
        </div>
        <aside className="rules-side">
          {file && <RuleFigures file={file} />}
          <RuleHelp />
        </aside>
      </div>
    </>
  )
}

const noNames: readonly string[] = []
const maxTagNames = 200

/** Names of user tags of the last days, for completion; none if they cannot be read. */
function useTagNames(): readonly string[] {
  const { data } = useRead(['rules', 'tag-names'], signal => readTagNames('', maxTagNames, signal), {
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? noNames
}

const stateIcons = { checking: 'clock', valid: 'check', invalid: 'warning', failed: 'warning' } as const

/** Whether the text is valid, and each fault with a link to its line. */
function FaultList({ check, onGoTo }: { check: CheckedRules; onGoTo: (line: number) => void }) {
  const { state, faults } = check
  const errors = faults.filter(({ severity }) => severity === 'error').length
  const warnings = faults.length - errors
  const statusText = {
    checking: texts.checking,
    failed: texts.checkFailed,
    valid: texts.valid(check.ruleCount),
    invalid: texts.invalid(errors),
  }[state]
  return (
    <section className="rules-check" aria-label={texts.faults}>
      <p className={`rules-status row gap-6 soft ${state}`} role="status">
        <Icon name={stateIcons[state]} size={14} />
        {statusText}
        {warnings > 0 && <span className="faint">{texts.warnings(warnings)}</span>}
      </p>
      {state !== 'checking' && faults.length > 0 && (
        <ul>
          {faults.map(({ line, severity, text }) => (
            <li key={`${line} ${text}`} className={severity}>
              <button type="button" aria-label={texts.goTo(line)} onClick={() => onGoTo(line)}>
                {line}
              </button>
              {printable(text)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const figuresTexts = ruleTexts.figures
/** Maximum number of rules shown, the most expensive first. */
const maxShown = 200

/** Matches, tries, times and errors of the rules of a file. */
function RuleFigures({ file: { rules, status } }: { file: RuleFileRecord }) {
  const costOf = ({ micros, tried }: RuleFileRecord['rules'][number]) => (micros ?? 0) * tried
  const shownRules = rules.toSorted((a, b) => costOf(b) - costOf(a) || a.rule - b.rule).slice(0, maxShown)
  return (
    <section className="rules-panel card" aria-labelledby="rules-figures">
      <h2 id="rules-figures">{figuresTexts.heading}</h2>
      <p className="faint">{status === 'active' ? figuresTexts.hint : figuresTexts.empty}</p>
      {status === 'active' && shownRules.length > 0 && (
        <table className="rules-figures">
          <thead>
            <tr>
              <th scope="col">{figuresTexts.columns.rule}</th>
              <th scope="col">{figuresTexts.columns.matched}</th>
              <th scope="col">{figuresTexts.columns.tried}</th>
              <th scope="col">{figuresTexts.columns.time}</th>
              <th scope="col">{figuresTexts.columns.errors}</th>
            </tr>
          </thead>
          <tbody>
            {shownRules.map(
              ({ rule, comment, matched, tried, micros, errors, last_error, unindexed, disabled }) => (
                <tr key={rule}>
                  <td title={printable(comment)}>
                    {rule} <span className="faint">{printable(comment)}</span>
                    {unindexed && (
                      <span className="badge warning" title={figuresTexts.unindexedHint}>
                        {figuresTexts.unindexed}
                      </span>
                    )}
                    {disabled && <span className="badge error">{figuresTexts.disabled}</span>}
                  </td>
                  <td className="number">{exactNumber(matched)}</td>
                  <td className="number">{exactNumber(tried)}</td>
                  <td className="number">{micros === null ? '' : figuresTexts.micros(micros)}</td>
                  <td className="number" title={printable(last_error)}>
                    {exactNumber(errors)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  )
}

const helpTexts = ruleTexts.help

/** The members and operators of rules, beside the editor. */
function RuleHelp() {
  return (
    <details className="rules-panel card rules-help" open>
      <summary>{helpTexts.heading}</summary>
      <Names names={ruleTexts.members} />
      <Names names={ruleTexts.ops} />
    </details>
  )
}

function Names({ names }: { names: Readonly<Record<string, string>> }) {
  return (
    <dl>
      {Object.entries(names).map(([name, meaning]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
