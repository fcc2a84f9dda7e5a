import type { RulesText } from './page';

export const rules: RulesText = {
  intro: 'Runele se aruncă, iar toți înhață perechi deodată, cu o singură mână. Ochii iuți adună comori, perechile greșite costă, iar o captură bună le ia de la alții. Un joc de Thierry Chapeau, pentru doi până la cinci.',
  chapters: [
    {
      title: 'Runele',
      blocks: [
        'Sunt 48 de *rune*: opt perechi în fiecare din cele trei culori. Două rune sunt identice, *gemene*, când au același simbol și aceeași culoare; din fiecare fel există exact două. O față e netedă, așa că o rună stă cu fața în sus sau în jos.',
        { figure: 'rok-runes', caption: 'Gemenele au același simbol și aceeași culoare. Cea cu punct este Destinul.' },
        '*Runa Destinului* stă în mijlocul mesei. Toate celelalte merg în *săculeț*.',
        'Fiecare trage o rună și o pune la vedere: *Runa Echilibrului*. Cei cu rune identice le pun la loc și trag din nou. Începe cel mai tânăr; aici, primul loc.',
      ],
    },
    {
      title: 'Aruncarea',
      blocks: [
        { table: { head: ['Jucători', 'Rune de fiecare'], rows: [['2', '5'], ['3', '4'], ['4', '3'], ['5', '2']] } },
        'Fiecare ia rune din săculeț fără să le privească. La semnalul primului jucător toți aruncă deodată spre mijloc. Dacă săculețul nu ajunge, se aruncă ce a rămas.',
        'Ce față cade în sus ține de noroc. Ce e deja pe masă rămâne la locul lui.',
        { figure: 'rok-throw', caption: 'După aruncare: runele cu fața în sus se pot lua, cele netede nu.' },
      ],
    },
    {
      title: 'Înhățarea',
      blocks: [
        'Acum toți înhață deodată, cu o mână și câte o rună. Cine ajunge primul la o rună o are.',
        { list: [
          'Se iau numai rune cu fața în sus. Cele cu fața în jos nu se iau și nu se întorc.',
          'Ce se află în fața unui jucător nu se atinge, iar Destinul rămâne pe loc.',
          'O pereche de gemene merge în spatele Runei Echilibrului tale: e *comoară*.',
          'Geamăna propriei Rune a Echilibrului face pereche cu ea; amândouă merg în comoară.',
          'Geamăna Runei Echilibrului altcuiva o ții deoparte până la verdict.',
          'Cine a terminat nu mai ia nimic în această rundă.',
        ] },
        'Înhățarea se termină când nu mai e nicio pereche vizibilă de luat sau când toți au terminat.',
      ],
    },
    {
      title: 'Verdictul',
      blocks: [
        { steps: [
          'Perechile greșite se întorc în săculeț, iar pentru fiecare se dă înapoi și o pereche din propria comoară, dacă există.',
          'Dacă doi jucători au câte o rună din aceeași pereche, amândouă merg în săculeț, fără penalizare. La fel o rună singură a cărei geamănă e încă pe masă.',
          'Cine are geamăna Runei Echilibrului a altuia o *capturează*: le ia pe amândouă și, de la proprietar, toată comoara de acea culoare.',
          'Dacă sunt capturate mai multe Rune ale Echilibrului de aceeași culoare, cei care capturează *împing prin alunecare* o rună spre Destin, cât mai aproape fără să-l atingă. Cel mai bun alege ordinea capturilor.',
          'Cine nu mai are Runa Echilibrului ia una nouă, începând cu primul jucător: runa cu fața în sus cea mai apropiată de Destin, a cărei geamănă nu e deja o astfel de rună. Dacă nu există, joacă runda următoare fără.',
          'Runele cu fața în jos se întorc în săculeț, cele cu fața în sus rămân. Săculețul trece la stânga.',
        ] },
        { example: 'Ana are geamăna Runei Echilibrului gri a lui Ben, iar Ben are două perechi gri în comoară. Ana ia cele două gemene și cele patru rune gri: șase rune dintr-o captură bună.' },
      ],
    },
    {
      title: 'Sfârșitul',
      blocks: [
        'Jocul se termină după o rundă când în săculeț nu sunt mai multe rune decât jucători. Fiecare își numără comoara; Runa Echilibrului nu contează.',
        'Cei aflați la egalitate în frunte împing câte o rună spre Destin. Cea mai apropiată care nu l-a atins îl face pe proprietarul ei Marele Maestru al Runelor.',
        { tip: 'Aici timpii de reacție se măsoară cinstit: timpul tău începe când runele apar pe ecranul tău, iar orice decizie strânsă poate fi recitită.' },
      ],
    },
  ],
};
