/** What bots say when things go well or badly for them. It follows from what everybody has seen, never from what they hold. */
import { translator, type Lang, type Texts } from '../../lib/i18n';
import { hashOf, temperOf } from '../../lib/portrait';
import type { SoundName } from '../../lib/table';

const en = {
  cheerful_glad: 'Hooray!|That was fun!|What a day!',
  cheerful_sad: 'Oh well, next time!|Ha, well played!|I’m still smiling.',
  proud_glad: 'As expected.|Naturally.|Watch and learn.',
  proud_sad: 'That was luck.|I let you have that one.|Just wait.',
  dry_glad: 'Statistically overdue.|Noted: a success.|Fine.',
  dry_sad: 'Typical.|I have seen worse.|Gravity wins again.',
  shy_glad: 'Oh! Really, me?|That … worked?|Thank you.',
  shy_sad: 'Sorry …|I was afraid of that.|Never mind me.',
};

export const temperTexts: Texts<typeof en> = {
  en,
  it: {
    cheerful_glad: 'Evviva!|Che bello!|Che giornata!',
    cheerful_sad: 'Pazienza, la prossima!|Ah, ben giocato!|Sorrido lo stesso.',
    proud_glad: 'Come previsto.|Naturalmente.|Guardate e imparate.',
    proud_sad: 'Solo fortuna.|Ve l’ho lasciata.|Aspettate e vedrete.',
    dry_glad: 'Era ora, statisticamente.|Prendo nota: un successo.|Bene.',
    dry_sad: 'Tipico.|Ho visto di peggio.|Vince di nuovo la gravità.',
    shy_glad: 'Oh! Davvero io?|Ha … funzionato?|Grazie.',
    shy_sad: 'Scusate …|Lo temevo.|Non badate a me.',
  },
  ro: {
    cheerful_glad: 'Ura!|Ce distractiv!|Ce zi!',
    cheerful_sad: 'Lasă, data viitoare!|Ha, bine jucat!|Tot zâmbesc.',
    proud_glad: 'Cum era de așteptat.|Firește.|Priviți și învățați.',
    proud_sad: 'A fost noroc.|V-am lăsat eu.|Mai vedem noi.',
    dry_glad: 'Statistic, era timpul.|Notat: un succes.|Bine.',
    dry_sad: 'Tipic.|Am văzut și mai rău.|Gravitația câștigă iar.',
    shy_glad: 'O! Chiar eu?|A … mers?|Mulțumesc.',
    shy_sad: 'Scuze …|De asta mă temeam.|Nu mă luați în seamă.',
  },
  de: {
    cheerful_glad: 'Hurra!|Das hat Spaß gemacht!|Was für ein Tag!',
    cheerful_sad: 'Na, beim nächsten Mal!|Ha, gut gespielt!|Ich lächle trotzdem.',
    proud_glad: 'Wie erwartet.|Selbstverständlich.|Schaut zu und lernt.',
    proud_sad: 'Das war Glück.|Das habe ich euch gelassen.|Wartet nur ab.',
    dry_glad: 'Statistisch überfällig.|Vermerkt: ein Erfolg.|Gut.',
    dry_sad: 'Typisch.|Ich habe Schlimmeres gesehen.|Die Schwerkraft gewinnt wieder.',
    shy_glad: 'Oh! Wirklich ich?|Das … hat geklappt?|Danke.',
    shy_sad: 'Entschuldigung …|Das habe ich befürchtet.|Achtet nicht auf mich.',
  },
};

/** One time in this many a bot says something when it hears such a sound for itself. */
const SELDOM: Partial<Record<SoundName, number>> = { win: 2, lose: 2, got: 7 };

/** A bot's word for something good or bad; the same on every device. */
export function wordOf(name: string, glad: boolean, moment: string, lang: Lang): string {
  const said = translator(temperTexts, lang)(`${temperOf(name)}_${glad ? 'glad' : 'sad'}`).split('|');
  return said[hashOf(`${moment} ${name}`) % said.length]!;
}

/** What a bot says to an event that sounds like this for it; null where it keeps quiet, which is most of the time. */
export function remarkOf(name: string, sound: SoundName | null, moment: string, lang: Lang): string | null {
  const times = sound ? SELDOM[sound] : undefined;
  if (times === undefined || hashOf(`talk ${moment} ${name}`) % times !== 0) return null;
  return wordOf(name, sound !== 'lose', moment, lang);
}
