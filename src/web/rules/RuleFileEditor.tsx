import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { RuleFileRecord } from '../../schema/intake/rule.ts'
import { ApiError, errorText } from '../api/http/api-error.ts'
import { createRuleFile, updateRuleFile } from '../api/rules.ts'
import { readTagNames } from '../api/tags.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { Icon } from '../components/Icon.tsx'
import { showToast } from '../components/toast.tsx'
import { followLink, navigate } from '../state/location.ts'
import { useRead } from '../state/use-read.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import type { CodeEditorHandle } from './CodeEditor.tsx'
import { FaultList } from './FaultList.tsx'
import { RuleFigures } from './RuleFigures.tsx'
import { RuleHelp } from './RuleHelp.tsx'
import { TestBench } from './TestBench.tsx'
import { useRuleCheck } from './use-rule-check.ts'

/** Typed but unsaved texts, by file. They survive visits to other pages. */
const drafts = new Map<string, string>()
const maxDrafts = 20

const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }))
const texts = ruleTexts.editor
const newName = '500-new.yaml'

/** The text of a file with its faults, its figures, the help, and the test bench. */
export function RuleFileEditor({ file }: { file: RuleFileRecord | undefined }) {
  const client = useQueryClient()
  const key = file?.name ?? ''
  const saved = file?.text ?? ruleTexts.newFile
  const [text, setText] = useState(() => readDraft(key) ?? saved)
  const [name, setName] = useState(file?.name ?? newName)
  const readOnly = file?.source === 'folder'
  const isChanged = text !== saved || (file !== undefined && name !== file.name)
  const check = useRuleCheck(text)
  const handle = useRef<CodeEditorHandle>(null)
  const tagNames = useTagNames()

  const change = (next: string) => {
    setText(next)
    keepDraft(key, next === saved ? undefined : next)
  }
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])

  const saving = useMutation({
    mutationFn: () =>
      file === undefined
        ? createRuleFile({ name, text })
        : updateRuleFile(file.name, {
            ...(text === saved ? {} : { text }),
            ...(name === file.name ? {} : { name }),
          }),
    onSuccess: async after => {
      keepDraft(key, undefined)
      showToast(texts.saved(after.name))
      client.setQueryData(['rules', 'file', after.name], after)
      await client.invalidateQueries({ queryKey: ['rules', 'list'] })
      navigate(`/rules?file=${encodeURIComponent(after.name)}`, true)
    },
  })
  const canSave =
    !readOnly && !saving.isPending && check.state !== 'invalid' && (isChanged || file === undefined)
  const save = () => {
    if (canSave) saving.mutate()
  }
  const nameFault = saving.error instanceof ApiError ? saving.error.fields.name?.join(' ') : undefined

  return (
    <>
      <header className="page-bar">
        <a className="button quiet" href="/rules" onClick={followLink}>
          <Icon name="left" size={14} />
          {texts.back}
        </a>
        <h1>{file?.name ?? texts.newTitle}</h1>
        {isChanged && file !== undefined && <span className="badge warning">{texts.unsaved}</span>}
        <span className="grow" />
        {isChanged && file !== undefined && !readOnly && (
          <Button
            onClick={() => {
              change(saved)
              setName(file.name)
            }}
          >
            {texts.revert}
          </Button>
        )}
        {!readOnly && (
          <Button className="primary" disabled={!canSave} onClick={save}>
            {saving.isPending ? texts.saving : file === undefined ? texts.create : texts.save}
          </Button>
        )}
      </header>
      {readOnly && <p className="soft">{texts.readOnly}</p>}
      {saving.error !== null && nameFault === undefined && (
        <p className="rules-fault" role="alert">
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
          <Suspense fallback={<p className="faint">{texts.loading}</p>}>
            <CodeEditor
              name={key}
              text={text}
              label={texts.code}
              readOnly={readOnly}
              faults={check.faults}
              tagNames={tagNames}
              handle={handle}
              onChange={change}
              onSave={save}
            />
          </Suspense>
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

function readDraft(key: string): string | undefined {
  return drafts.get(key)
}

/** Keeps a text; undefined forgets it. Beyond the limit the oldest is forgotten. */
function keepDraft(key: string, text: string | undefined): void {
  drafts.delete(key)
  if (text === undefined) return
  drafts.set(key, text)
  const [oldest] = drafts.size > maxDrafts ? drafts.keys() : []
  if (oldest !== undefined) drafts.delete(oldest)
}
