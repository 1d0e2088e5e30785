// The tables of archive.db, by number: each step is applied once and never changed afterwards.
import type { KnownHealth, Sighting } from '../search/archive/sighting.ts'

type CloudType = Sighting['type']

/** ASCII signs are no borders of words: what is handed in comes through as it is. */
const signs = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\''
const asTheyCome = `ascii tokenchars '${signs.replaceAll("'", "''")}'`

/**
 * Step n makes a database of number n of one of number n - 1. The narrow index has what searches filter by, so that a row is looked up only
 * when it is wanted. Triggers let nothing be left over, whoever takes sightings out.
 */
export const archiveSteps: readonly string[] = [
  `create table counts (shares integer not null) strict;
   insert into counts values (0);
   create table sources (id integer primary key, name text not null unique, sightings integer not null default 0) strict;
   create table shares (
     id integer primary key,
     key text not null unique,
     url text not null,
     code text not null default '',
     seen integer not null,
     health text,
     checked integer
   ) strict;
   create index shares_by_seen on shares (seen);
   create index shares_by_checked on shares (checked) where health is not null;
   create index dead_shares on shares (checked) where health = 'bad';
   create table dead (id integer primary key, key text not null unique, checked integer not null) strict;
   create table sightings (
     id integer primary key,
     share integer not null,
     source integer not null,
     type integer not null,
     sum integer not null,
     at integer,
     first integer not null,
     last integer not null,
     post text not null,
     title text not null,
     heading text not null,
     password text not null
   ) strict;
   create index sightings_by_share on sightings (share, source);
   create index sightings_by_id on sightings (id, type, source);
   create virtual table grams using fts5(
     tokens, content='', contentless_delete=1, detail=none, tokenize="${asTheyCome.replaceAll('"', '""')}"
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
]

/** By these numbers the clouds stand in the file: they never change. */
const numbers: Readonly<Record<CloudType, number>> = {
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

/** The number of a cloud in the file. */
export function numberOfType(type: CloudType): number {
  return numbers[type]
}

/** The cloud of this number; `others` for one that nobody wrote. */
export function typeOfNumber(number: unknown): CloudType {
  for (const type in numbers) if (isType(type) && numbers[type] === number) return type
  return 'others'
}

function isType(name: string): name is CloudType {
  return Object.hasOwn(numbers, name)
}

/** What is known of a share's health by its two columns. */
export function healthOf(state: unknown, at: unknown): KnownHealth | undefined {
  if (state !== 'ok' && state !== 'bad' && state !== 'locked') return undefined
  return { state, at: Number(at) }
}
