import type { RuleBook } from "./types.ts";

/** The rules in Dutch, in our own words. */
export const rules: RuleBook = {
  goal: {
    title: "Waar het om gaat",
    text: [
      "Elke ronde probeer je al je kaarten in combinaties te krijgen: setjes en reeksen. Wat overblijft, kost punten. Na de laatste ronde wint het laagste totaal.",
    ],
  },
  cards: {
    title: "De kaarten",
    text: [
      "Er zijn vijf kleuren: schoppen, harten, ruiten, klaveren en sterren. Elke kleur loopt van 3 tot 10, dan boer, vrouw en heer; een aas of 2 is er niet. Elke kaart bestaat twee keer. Met zes jokers zijn dat {set} kaarten.",
    ],
  },
  rounds: {
    title: "De rondes",
    text: [
      "De eerste ronde speel je met 3 kaarten in de hand, de tweede met 4, enzovoort tot 13: elf rondes. De gever wisselt elke ronde met de klok mee, en wie na de gever zit, begint.",
      "Het aantal gegeven kaarten zegt welke waarde wild is: met 3 kaarten de drieën, met 11 de boeren, met 12 de vrouwen, met 13 de heren.",
    ],
  },
  turn: {
    title: "Je beurt",
    text: [
      "Pak één kaart: de bovenste van de trekstapel of de bovenste van de aflegstapel. Leg daarna een kaart naar keuze af, ook als je die net gepakt hebt.",
      "Combinaties blijven in je hand tot iemand uitgaat.",
    ],
  },
  melds: {
    title: "Setjes en reeksen",
    text: [
      "Een setje is drie of meer kaarten van dezelfde waarde, in welke kleur ook; dezelfde kaart mag er twee keer in zitten.",
      "Een reeks is drie of meer opeenvolgende kaarten van één kleur, tussen 3 en heer. Na de heer begint het niet opnieuw.",
      "Een kaart hoort bij één combinatie.",
    ],
  },
  wilds: {
    title: "Wilde kaarten",
    text: [
      "Jokers en alle kaarten van de waarde van de ronde zijn wild: ze kunnen voor elke kaart staan. In een combinatie mogen zoveel wilde kaarten als je wilt, ook niets anders, en in een reeks mogen er meer naast elkaar.",
      "Een kaart van de wilde waarde mag ook op haar eigen plaats staan.",
    ],
  },
  out: {
    title: "Uitgaan",
    text: [
      "Zitten na het pakken al je kaarten op één na in combinaties, dan kun je uitgaan: je legt de combinaties neer en legt de laatste kaart af. Zonder kaart om af te leggen kun je niet uit. Je hoeft niet uit te gaan zodra het kan.",
    ],
  },
  last: {
    title: "De laatste beurten",
    text: [
      "Gaat iemand uit, dan heeft ieder ander precies nog één beurt. Je pakt, legt af en legt je combinaties neer. Wat in je hand blijft, telt.",
    ],
  },
  points: {
    title: "Punten",
    text: [
      "Kaarten die overblijven kosten hun waarde: 3 tot 10, een boer 11, een vrouw 12, een heer 13. Een kaart van de wilde waarde kost {wild}, een joker {joker}. Kaarten in combinaties en de afgelegde kaart kosten niets.",
    ],
  },
  end: {
    title: "Het einde",
    text: [
      "Na de laatste ronde wint het laagste totaal. Hebben meer spelers dat, dan winnen ze samen.",
    ],
  },
  pile: {
    title: "Als de trekstapel op is",
    text: [
      "De bovenste afgelegde kaart blijft liggen. De rest wordt geschud en wordt de trekstapel, op het moment dat iemand ervan wil pakken.",
    ],
  },
  many: {
    title: "Met velen",
    text: [
      "Tot en met {most} spelers is één spel kaarten genoeg. Daarboven worden twee spellen samen geschud.",
    ],
  },
  schedules: {
    title: "Andere rondes",
    text: [
      "Een tafel kan andere rondes spelen: een kort spel van 3 tot 8 kaarten, de officiële rondes achterstevoren, dezelfde in willekeurige volgorde, of dertien rondes tot 15 kaarten. Met 14 en 15 kaarten zijn alleen jokers wild; dat is onze eigen lezing.",
    ],
  },
  ties: {
    title: "Beslissende ronde",
    text: [
      "Delen meer spelers het laagste totaal, dan spelen alleen zij nog een ronde met 6 kaarten en wilde zessen, en nog een als het weer gelijk is. De totalen blijven staan. Ze mogen ook samen winnen.",
    ],
  },
  manual: {
    title: "Ieder legt zelf",
    text: [
      "Gewoonlijk worden de beste combinaties voor je laatste beurt voor je gevonden. Met deze regel kies je ze zelf, en wat je mist, telt.",
      "Dan hoor je ook niet of je kunt uitgaan, en zijn er geen tips: leg je combinaties zelf samen, wanneer je maar wilt.",
    ],
  },
  naturals: {
    title: "Een gewone kaart in elke combinatie",
    text: [
      "In elke combinatie zit minstens één kaart die niet wild is. Alleen wilde kaarten tellen niet.",
    ],
  },
  layOff: {
    title: "Aanleggen",
    text: [
      "In je laatste beurt mag je kaarten bij combinaties leggen die al op tafel liggen, van jezelf of van anderen, zolang ze geldig blijven. Er moet één kaart over zijn om af te leggen.",
    ],
  },
};
