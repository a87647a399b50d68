import { useState } from 'react'
import { tokenTypes } from '../../schema/people/auth-token.ts'
import { readExistingPage } from '../api/http/existing-page.ts'
import { readTokens } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { Check } from '../components/forms/Check.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { Segments } from '../components/lists/Segments.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { useHasPermission } from '../state/session.ts'
import { useAddress } from '../state/use-address.ts'
import { useRead } from '../state/use-read.ts'
import { pageNames } from '../texts/pages.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { CreateToken } from './CreateToken.tsx'
import { useTokenColumns } from './token-columns.tsx'
import { tokensAddress, tokensPage } from './tokens-address.ts'
import '../styles/people.css'

const { list: texts } = tokenTexts

/** Tokens: creates them, shows their keys once, revokes them. */
export function TokensPage() {
  const [state, change] = useAddress(tokensPage)
  const managesUsers = useHasPermission('manage_users')
  const [isCreating, setIsCreating] = useState(false)
  const openNew = () => setIsCreating(true)
  useKeys({ n: openNew })
  usePageTitle(pageNames.tokens)
  const tokens = useRead(['tokens', state], signal =>
    readExistingPage(state.page, page => readTokens({ ...state, page }, signal)),
  )
  const columns = useTokenColumns(state.all)
  const newButton = (
    <Button className="primary" onClick={openNew} title={tokenTexts.newTitle}>
      <Icon name="plus" size={14} /> {tokenTexts.new}
    </Button>
  )

  return (
    <main className="page people">
      <header className="page-bar">
        <h1>{pageNames.tokens}</h1>
        <Segments
          label={tokenTexts.kinds}
          views={['', ...tokenTypes]}
          current={state.kind ?? ''}
          addressOf={kind => tokensAddress({ kind: kind === '' ? undefined : kind, all: state.all })}
          textOf={kind => (kind === '' ? tokenTexts.everyKind : tokenTexts.kindName[kind])}
        />
        <span className="grow" />
        {managesUsers && (
          <Check isOn={state.all} onChange={isOn => change({ all: isOn })}>
            {tokenTexts.all}
          </Check>
        )}
        {newButton}
      </header>
      <p className="people-intro">{tokenTexts.intro}</p>
      <PagedTable
        list={tokens}
        columns={columns}
        page={tokens.data?.page_number ?? state.page}
        onPage={page => change({ page })}
        errorTitle={texts.failed}
        empty={
          <EmptyList
            title={state.kind === undefined ? texts.empty : texts.noneOfKind}
            text={texts.emptyWhy}
            action={newButton}
          />
        }
      />
      {isCreating && <CreateToken onClose={() => setIsCreating(false)} />}
    </main>
  )
}
