import { useState } from 'react'
import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { pageNames } from '../texts/pages.ts'
import { forwarderTexts as texts } from '../texts/settings/forwarders.ts'
import { useForwarderColumns } from './forwarder-columns.tsx'
import { useForwarders } from './use-forwarders.ts'
import './forwarders.css'

const ForwarderDialog = lazyComponent(async () => (await import('./ForwarderDialog.tsx')).ForwarderDialog)

/** Forwarders with their states: creates, tests, pauses and deletes them. */
export function ForwardersPage() {
  usePageTitle(pageNames.forwarders)
  const [edited, setEdited] = useState<Forwarder | 'new'>()
  const openNew = () => setEdited('new')
  const forwarders = useForwarders()
  useKeys({ n: openNew, r: forwarders.retry })
  const columns = useForwarderColumns(setEdited)
  const newButton = (
    <Button className="primary" onClick={openNew} title={texts.newTitle}>
      <Icon name="plus" size={14} /> {texts.new}
    </Button>
  )
  return (
    <main className="page">
      <header className="page-bar">
        <h1>{pageNames.forwarders}</h1>
        <span className="soft">{texts.intro}</span>
        <span className="grow" />
        {newButton}
      </header>
      <PagedTable
        list={forwarders}
        columns={columns}
        rowClass={({ is_active }) => (is_active ? undefined : 'resting')}
        errorTitle={texts.failed}
        empty={<EmptyList title={texts.empty} text={texts.emptyText} action={newButton} />}
      />
      {edited !== undefined && (
        <ForwarderDialog
          {...(edited !== 'new' && { forwarder: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </main>
  )
}
