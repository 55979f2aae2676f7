import { readFileSync } from "node:fs";

/** Mail providers that were missing from the npm lists in November 2026. */
const ownProviders = new Set(
  `139.com 189.cn addy.io airmail.cc aleeas.com anonaddy.com anonaddy.me autistici.org azet.sk bbox.fr biglobe.ne.jp
  burnermail.io chapril.org citromail.hu countermail.com ctemplar.com danwin1210.me dismail.de disroot.org duck.com
  e.email eclipso.de eclipso.eu elude.in etik.com fastmail.com fastmail.org fastmail.us firemail.de gmx.ch gmx.eu
  icloud.com.cn ik.me in.com inbox.lt inventati.org kakao.com keemail.me kolabnow.com mail.bg mail.ch mail.de
  mailbox.com mailfence.com mailo.com mailoo.org mozmail.com murena.io mynet.com net-c.com nifty.com ocn.ne.jp
  onmail.com op.pl openmailbox.org ouvaton.org passinbox.com passmail.net plala.or.jp posteo.at posteo.ch posteo.de
  posteo.eu posteo.net posteo.us purelymail.com riseup.net simplelogin.com simplelogin.io skiff.com slmail.me
  snopyta.org so-net.ne.jp sohu.com soverin.net startmail.com sunrise.ch swissmail.org systemli.org teknik.io
  thexyz.com tilde.club tuta.com tuta.io tutamail.com tutanota.com tutanota.de vivaldi.net vodafone.de volny.cz
  xs4all.nl yandex.com.tr zaclys.com zaclys.net ziggo.nl zoho.com.au zoho.eu zoho.in zohomail.com zoznam.sk`.split(
    /\s+/,
  ),
);

const associations = new Set(
  `acm.org acs.org ams.org apache.org aps.org archlinux.org asme.org bcs.org ccc.de computer.org cpan.org debian.org
  fedoraproject.org freebsd.org fsfe.org gentoo.org gi.de gnome.org gnu.org ieee.org iop.org kde.org kernel.org
  linux.com netbsd.org openbsd.org opensuse.org perl.org php.net rsc.org sdf.org ubuntu.com vdi.de`.split(/\s+/),
);

const academicSuffix = /\.edu$|\.(?:ac|edu)\.[^.]+$/;

/**
 * Returns `mail_host` if anyone can get an address at the domain. Returns `members` if many members can, and null for a
 * single organisation's domain.
 */
export function sharedMailboxes(domain: string): "mail_host" | "members" | null {
  lists ??= readLists();
  if (ownProviders.has(domain) || lists.providers.includes(JSON.stringify(domain))) return "mail_host";
  const isShared =
    associations.has(domain) || academicSuffix.test(domain) || lists.universities.includes(`\n${domain}\n`);
  return isShared ? "members" : null;
}

let lists: ReturnType<typeof readLists> | null = null;

/** Keeps the lists as bytes, because a set of 27,000 strings would take much more memory. */
function readLists() {
  const bytesOf = (url: string) => readFileSync(new URL(url));
  return {
    providers: Buffer.concat([
      bytesOf(import.meta.resolve("email-providers/all.json")),
      bytesOf(import.meta.resolve("disposable-email-domains-js/dist/dict/disposable_email_blocklist.json")),
    ]),
    universities: bytesOf(import.meta.resolve("./universities.txt")),
  };
}
