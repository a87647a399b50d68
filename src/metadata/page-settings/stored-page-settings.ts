import type { PageSettings, PageSettingsPatch } from '../../schema/page/page-settings.ts'
import { Facts } from '../database/facts.ts'
import { Repository } from '../repository/repository.ts'

const key = 'page_settings'
const unchanged: PageSettings = { field_links: [], deploy_tag: null, changed_at: null, changed_by: null }

/** Settings of the page for all users. The caller has checked the permission, and the links. */
export class StoredPageSettings extends Repository {
  async get(): Promise<PageSettings> {
    return await read(new Facts(this.db, this.clock))
  }

  /** Keeps absent members. */
  async change(patch: PageSettingsPatch, changedBy: string): Promise<PageSettings> {
    return await this.feed.transaction(async transaction => {
      const facts = new Facts(transaction, this.clock)
      const changed = { changed_at: this.clock() / 1_000_000, changed_by: changedBy }
      const after = { ...(await read(facts)), ...patch, ...changed }
      await facts.set(key, after)
      return after
    })
  }
}

async function read(facts: Facts): Promise<PageSettings> {
  // `change` of this or of another version wrote it; another version may lack members.
  return { ...unchanged, ...((await facts.get(key)) as Partial<PageSettings> | undefined) }
}
