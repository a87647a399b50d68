import { useEffect, useRef } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { RuleFileSummary } from '../../schema/intake/rule.ts'
import { changeRuleFile, deleteRuleFile, readRuleFiles, reloadRules } from '../api/rules.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { focusMain } from '../components/PageFocus.tsx'
import { useAction } from '../components/use-action.ts'
import { usePageTitle } from '../components/use-page-title.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useLocation } from '../state/location.ts'
import { usePolled } from '../state/use-read.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import './rules.css'

const RuleFilePage = lazyComponent(async () => (await import('./RuleFilePage.tsx')).RuleFilePage)

/** The list of rule files, one file (`?file=100-a.yaml`), or a new file (`?new=1`). */
export function RulesPage() {
  const { query } = useLocation()
  const params = new URLSearchParams(query)
  const file = params.get('file')
  // The clicked link is no longer on the page: the next Tab goes to the opened content.
  const previousQuery = useRef(query)
  useEffect(() => {
    if (previousQuery.current !== query) focusMain()
    previousQuery.current = query
  }, [query])
  return (
    <main className="page rules">
      {file === null && !params.has('new') ? <RuleList /> : <RuleFilePage key={file} name={file} />}
    </main>
  )
}

const { columns: headings } = ruleTexts
const badges = { active: 'success', disabled: '', refused: 'error' } as const

/** Files of rules in the order in which they are applied. */
function RuleList() {
  usePageTitle(ruleTexts.title)
  const files = usePolled(['rules', 'list'], readRuleFiles, { everySeconds: 10 })
  const { act, isPending } = useAction('rules')
  const columns: Column<RuleFileSummary>[] = [
    { heading: headings.order, className: 'number', cell: (_, index) => index + 1 },
    { heading: headings.name, className: 'cell-title', cell: file => <FileName file={file} /> },
    {
      heading: headings.status,
      cell: ({ status }) => <span className={`badge ${badges[status]}`}>{ruleTexts.statuses[status]}</span>,
    },
    {
      heading: headings.source,
      title: ({ source }) => (source === 'folder' ? ruleTexts.folderHint : undefined),
      cell: ({ source }) => ruleTexts.sources[source],
    },
    { heading: headings.rules, className: 'end number', cell: file => exactNumber(file.rule_count) },
    { heading: headings.matched, className: 'end number', cell: ({ matched }) => exactNumber(matched) },
    {
      heading: headings.actions,
      className: actionsColumn,
      cell: file => <Actions file={file} act={act} isPending={isPending} />,
    },
  ]
  return (
    <>
      <header className="page-bar">
        <h1>{ruleTexts.title}</h1>
        <span className="soft">{ruleTexts.lead}</span>
        <span className="grow" />
        <Button
          title={ruleTexts.reloadHint}
          disabled={isPending}
          onClick={() => act(reloadRules, ruleTexts.reloaded)}
        >
          <Icon name="refresh" size={14} />
          {ruleTexts.reload}
        </Button>
        <Link className="button primary" href="/rules?new=1">
          <Icon name="plus" size={14} />
          {ruleTexts.new}
        </Link>
      </header>
      <PagedTable
        list={files}
        columns={columns}
        keyOf={({ name }) => name}
        rowClass={({ status }) => (status === 'active' ? undefined : 'resting')}
        errorTitle={ruleTexts.failed}
        empty={
          <EmptyList
            title={ruleTexts.empty}
            text={ruleTexts.emptyHint}
            action={
              <Link className="button primary" href="/rules?new=1">
                {ruleTexts.new}
              </Link>
            }
          />
        }
      />
    </>
  )
}

function FileName({ file }: { file: RuleFileSummary }) {
  const { name, errors, first_match_only: firstOnly } = file
  const [first] = errors
  return (
    <>
      <Link href={`/rules?file=${encodeURIComponent(name)}`} className="rules-name breaks strong-text">
        {name}
      </Link>
      {firstOnly && <span className="faint">{ruleTexts.firstMatchOnly}</span>}
      {first && (
        <span className="error-line">
          {printable(
            `${ruleTexts.faults(errors.length)}: ${ruleTexts.place(first.line, first.rule, first.member)} ${first.message}`,
          )}
        </span>
      )}
    </>
  )
}

interface ActionProps extends ReturnType<typeof useAction> {
  file: RuleFileSummary
}

function Actions({ file: { name, source, is_enabled: isOn }, act, isPending }: ActionProps) {
  return (
    <>
      <Button
        className="small"
        disabled={isPending}
        aria-label={isOn ? ruleTexts.turnOffFile(name) : ruleTexts.turnOnFile(name)}
        onClick={() => act(() => changeRuleFile(name, { is_enabled: !isOn }), ruleTexts.turned(name, !isOn))}
      >
        {isOn ? ruleTexts.turnOff : ruleTexts.turnOn}
      </Button>
      {source === 'api' && (
        <DeleteButton
          name={name}
          title={ruleTexts.deleteTitle}
          onDelete={() => act(() => deleteRuleFile(name), ruleTexts.deleted(name))}
        >
          {ruleTexts.deleteHint(name)}
        </DeleteButton>
      )}
    </>
  )
}
