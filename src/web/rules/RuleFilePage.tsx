import { readRuleFile } from '../api/rules.ts'
import { ReadError } from '../components/ErrorNotice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { useRead } from '../state/use-read.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import { RuleFileEditor } from './RuleFileEditor.tsx'

const texts = ruleTexts.editor

/** One file of rules; null: a new one. */
export function RuleFilePage({ name }: { name: string | null }) {
  usePageTitle(name ?? texts.newTitle)
  const reading = useRead(['rules', 'file', name], signal => readRuleFile(name ?? '', signal), {
    enabled: name !== null,
    // A refetch would replace typed text after another user has saved.
    refetchOnWindowFocus: false,
  })
  if (name === null) return <RuleFileEditor file={undefined} />
  if (reading.data) return <RuleFileEditor file={reading.data} />
  return <ReadError of={reading} title={texts.failed} />
}
