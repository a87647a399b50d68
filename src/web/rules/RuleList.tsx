import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { RuleFileSummary } from '../../schema/intake/rule.ts'
import { errorText } from '../api/http/api-error.ts'
import { deleteRuleFile, listRules, reloadRules, updateRuleFile } from '../api/rules.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { Notice } from '../components/Notice.tsx'
import { showToast } from '../components/toast.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { followLink } from '../state/location.ts'
import { ruleTexts } from '../texts/settings/rules.ts'

const { columns } = ruleTexts
const badges = { active: 'info', disabled: '', refused: 'error' } as const
/** Counts rise while the page is open. */
const intervalMs = 10_000

/** Files of rules in the order in which they are applied. */
export function RuleList() {
  usePageTitle(ruleTexts.title)
  const { data, error, refetch } = useQuery({
    queryKey: ['rules', 'list'],
    queryFn: ({ signal }) => listRules(signal),
    refetchInterval: intervalMs,
  })
  const act = useRuleAction()
  return (
    <>
      <header className="page-bar">
        <h1>{ruleTexts.title}</h1>
        <span className="soft">{ruleTexts.lead}</span>
        <span className="grow" />
        <Button
          title={ruleTexts.reloadHint}
          disabled={act.isPending}
          onClick={() => act.mutate({ run: reloadRules, done: ruleTexts.reloaded })}
        >
          <Icon name="refresh" size={14} />
          {ruleTexts.reload}
        </Button>
        <a className="button primary" href="/rules?new=1" onClick={followLink}>
          <Icon name="plus" size={14} />
          {ruleTexts.new}
        </a>
      </header>
      {!data && error && (
        <ErrorNotice title={ruleTexts.failed} error={error} onRetry={() => void refetch()} />
      )}
      {data?.objects.length === 0 && (
        <Notice title={ruleTexts.empty}>
          {ruleTexts.emptyHint}
          <div className="actions">
            <a className="button primary" href="/rules?new=1" onClick={followLink}>
              {ruleTexts.new}
            </a>
          </div>
        </Notice>
      )}
      {data && data.objects.length > 0 && (
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">{columns.order}</th>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.status}</th>
              <th scope="col">{columns.source}</th>
              <th scope="col" className="end">
                {columns.rules}
              </th>
              <th scope="col" className="end">
                {columns.matched}
              </th>
              <th scope="col">
                <span className="unseen">{columns.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.objects.map((file, index) => (
              <Row key={file.name} file={file} order={index + 1} act={act} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

type Act = ReturnType<typeof useRuleAction>

function useRuleAction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; done: string }) => run(),
    onSuccess: (_answer, { done }) => showToast(done),
    onError: error => showToast(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['rules'] }),
  })
}

function Row({ file, order, act }: { file: RuleFileSummary; order: number; act: Act }) {
  const { name, source, status, is_enabled: isOn, errors, first_match_only: firstOnly } = file
  const [first] = errors
  return (
    <tr className={status === 'active' ? undefined : 'resting'}>
      <td className="number" data-label={columns.order}>
        {order}
      </td>
      <td className="cell-title">
        <a href={`/rules?file=${encodeURIComponent(name)}`} className="rules-name" onClick={followLink}>
          {name}
        </a>
        {firstOnly && <span className="faint">{ruleTexts.firstMatchOnly}</span>}
        {first && (
          <span className="bad-words">
            {printable(
              `${ruleTexts.faults(errors.length)}: ${ruleTexts.place(first.line, first.rule, first.member)} ${first.message}`,
            )}
          </span>
        )}
      </td>
      <td data-label={columns.status}>
        <span className={`badge ${badges[status]}`}>{ruleTexts.statuses[status]}</span>
      </td>
      <td data-label={columns.source} title={source === 'folder' ? ruleTexts.folderHint : undefined}>
        {ruleTexts.sources[source]}
      </td>
      <td className="end number" data-label={columns.rules}>
        {exactNumber(file.rule_count)}
      </td>
      <td className="end number" data-label={columns.matched}>
        {exactNumber(file.matched)}
      </td>
      <td className="cell-actions">
        <Button
          className="small"
          disabled={act.isPending}
          aria-label={isOn ? ruleTexts.turnOffFile(name) : ruleTexts.turnOnFile(name)}
          onClick={() =>
            act.mutate({
              run: () => updateRuleFile(name, { is_enabled: !isOn }),
              done: ruleTexts.turned(name, !isOn),
            })
          }
        >
          {isOn ? ruleTexts.turnOff : ruleTexts.turnOn}
        </Button>
        {source === 'api' && (
          <DeleteButton
            name={name}
            title={ruleTexts.deleteTitle}
            onDelete={() => act.mutate({ run: () => deleteRuleFile(name), done: ruleTexts.deleted(name) })}
          >
            {ruleTexts.deleteHint(name)}
          </DeleteButton>
        )}
      </td>
    </tr>
  )
}
