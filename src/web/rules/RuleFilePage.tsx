import { useQuery } from '@tanstack/react-query'
import { readRuleFile } from '../api/rules.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import { RuleFileEditor } from './RuleFileEditor.tsx'

const texts = ruleTexts.editor

/** One file of rules; null: a new one. */
export function RuleFilePage({ name }: { name: string | null }) {
  usePageTitle(name ?? texts.newTitle)
  const { data, error, refetch } = useQuery({
    queryKey: ['rules', 'file', name],
    queryFn: ({ signal }) => readRuleFile(name ?? '', signal),
    enabled: name !== null,
    // A refetch would replace typed text after another user has saved.
    refetchOnWindowFocus: false,
  })
  if (name === null) return <RuleFileEditor file={undefined} />
  if (data) return <RuleFileEditor file={data} />
  return <>{error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}</>
}
