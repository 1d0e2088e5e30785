// The schema of the archive as migration steps, which never change once released.
import { type CloudType, cloudTypes } from '../../contract/cloud-types.ts'
import type { MigrationStep } from '../sql/sql.ts'
import type { LinkHealth } from './types.ts'

/** For frequent words only this number of the newest sightings is examined. */
export const maxExaminedRows = 20_000

/** ASCII punctuation does not separate tokens: tokens are stored as given. */
const punctuation = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\''
const tokenizer = `ascii tokenchars '${punctuation.replaceAll("'", "''")}'`

/**
 * Step n migrates schema version n - 1 to n. The narrow index has the columns that searches filter by, so that rows are read only when
 * needed. Triggers delete orphaned rows.
 */
export const archiveMigrations: readonly MigrationStep[] = [
  {
    sqlite: `create table counts (shares integer not null) strict;
   insert into counts values (0);
   ${tablesOf('integer', ' strict')}
   create index sightings_by_id on sightings (id, type, source);
   create virtual table grams using fts5(
     tokens, content='', contentless_delete=1, detail=none, tokenize="${tokenizer.replaceAll('"', '""')}"
   );
   insert into grams (grams, rank) values ('automerge', 0);
   create trigger share_came after insert on shares begin update counts set shares = shares + 1; end;
   create trigger share_went after delete on shares begin update counts set shares = shares - 1; end;
   create trigger sighting_came after insert on sightings begin
     update sources set sightings = sightings + 1 where id = new.source;
   end;
   create trigger sighting_went after delete on sightings begin
     delete from grams where rowid = old.id;
     update sources set sightings = sightings - 1 where id = old.source;
     delete from sources where id = old.source and sightings = 0;
     delete from shares where id = old.share and not exists (select 1 from sightings where share = old.share);
   end;`,
    // Statement-level triggers update a count once for many rows. The pending list of the GIN index is small, because each search scans
    // all of it.
    postgres: `create table counts (shares bigint not null, sightings bigint not null);
   insert into counts values (0, 0);
   ${tablesOf('bigint', '', ', tokens text[] not null')}
   create index sightings_by_token on sightings using gin (tokens) with (gin_pending_list_limit = 512);
   create function shares_came() returns trigger language plpgsql as $$ begin
     update counts set shares = shares + (select count(*) from came);
     return null;
   end $$;
   create function shares_went() returns trigger language plpgsql as $$ begin
     update counts set shares = shares - (select count(*) from went);
     return null;
   end $$;
   create function sightings_came() returns trigger language plpgsql as $$ begin
     update counts set sightings = sightings + (select count(*) from came);
     update sources set sightings = sources.sightings + part.number
       from (select source, count(*) as number from came group by source) part where part.source = sources.id;
     return null;
   end $$;
   create function sightings_went() returns trigger language plpgsql as $$ begin
     update counts set sightings = sightings - (select count(*) from went);
     update sources set sightings = sources.sightings - part.number
       from (select source, count(*) as number from went group by source) part where part.source = sources.id;
     delete from sources where sightings = 0 and id in (select source from went);
     delete from shares where id in (select share from went)
       and not exists (select 1 from sightings where sightings.share = shares.id);
     return null;
   end $$;
   create trigger shares_came after insert on shares referencing new table as came
     for each statement execute function shares_came();
   create trigger shares_went after delete on shares referencing old table as went
     for each statement execute function shares_went();
   create trigger sightings_came after insert on sightings referencing new table as came
     for each statement execute function sightings_came();
   create trigger sightings_went after delete on sightings referencing old table as went
     for each statement execute function sightings_went();`,
  },
  // The works that shares stand under, by key.
  {
    sqlite: `${worksTableOf('integer', ' strict')}
   create trigger share_left_works after delete on shares begin delete from works where share = old.id; end;`,
    postgres: `${worksTableOf('bigint', '')}
   create function share_left_works() returns trigger language plpgsql as $$ begin
     delete from works where share in (select id from went);
     return null;
   end $$;
   create trigger share_left_works after delete on shares referencing old table as went
     for each statement execute function share_left_works();`,
  },
  // Titles below this id are still to be indexed by the fold of this version.
  { sqlite: unindexedTableOf('integer', ' strict'), postgres: unindexedTableOf('bigint', '') },
  // The table had dead shares that are not stored; it is empty, for replicas of earlier versions.
  { sqlite: 'delete from dead;', postgres: 'delete from dead;' },
]

function unindexedTableOf(integer: string, options: string): string {
  return `create table unindexed (below ${integer} not null)${options};
   insert into unindexed select max(id) + 1 from sightings having max(id) is not null;`
}

function worksTableOf(integer: string, options: string): string {
  return `create table works (
     id ${integer} primary key, share ${integer} not null, key text not null, seen ${integer} not null
   )${options};
   create index works_by_share on works (share);
   create index works_by_key on works (key);`
}

function tablesOf(integer: string, options: string, moreColumns = ''): string {
  return `create table sources (
     id ${integer} primary key, name text not null unique, sightings ${integer} not null default 0
   )${options};
   create table shares (
     id ${integer} primary key, key text not null unique, url text not null, code text not null default '',
     seen ${integer} not null, health text, checked ${integer}
   )${options};
   create index shares_by_seen on shares (seen);
   create index shares_by_checked on shares (checked) where health is not null;
   create index dead_shares on shares (checked) where health = 'bad';
   create table dead (id ${integer} primary key, key text not null unique, checked ${integer} not null)${options};
   create table sightings (
     id ${integer} primary key, share ${integer} not null, source ${integer} not null, type integer not null,
     sum ${integer} not null, at ${integer}, first ${integer} not null, last ${integer} not null, post text not null,
     title text not null, heading text not null, password text not null${moreColumns}
   )${options};
   create index sightings_by_share on sightings (share, source);`
}

/** Stored numbers of the cloud types; they must never change. */
const cloudTypeNumbers: Readonly<Record<CloudType, number>> = {
  baidu: 1,
  aliyun: 2,
  quark: 3,
  guangya: 4,
  tianyi: 5,
  uc: 6,
  mobile: 7,
  '115': 8,
  pikpak: 9,
  xunlei: 10,
  '123': 11,
  magnet: 12,
  ed2k: 13,
  others: 14,
}

export function numberOfType(type: CloudType): number {
  return cloudTypeNumbers[type]
}

const typesByNumber = new Map(cloudTypes.map((type) => [cloudTypeNumbers[type], type]))

/** The cloud type of a stored number; `others` if unknown. */
export function typeOfNumber(number: number): CloudType {
  return typesByNumber.get(number) ?? 'others'
}

/** The health of a share from its two columns. */
export function healthOf(state: unknown, at: unknown): LinkHealth | undefined {
  if (state !== 'ok' && state !== 'bad' && state !== 'locked') return undefined
  return { state, at: Number(at) }
}
