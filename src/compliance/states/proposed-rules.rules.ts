import { servedSince } from '#catalogue/destinations/ship-to.rules.ts'
import type { CountedBy, CountedIn } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'

/** What a law is said to allow, until staff confirm it. */
type ProposedRule = {
  state: Destination
  /** Null: the law has none. */
  limit: { ml: number; by: CountedBy; in: CountedIn } | null
  largestOrderMl?: number
  source: string
  note?: string
  /** Where the source was read. */
  page: string
}

/**
 * What the laws of the 31 destinations were found to say, from copies of pages up to 2025. A case of a law is 9,000 ml where
 * it says nothing else, a gallon 3,785.411784 ml, rounded down. Where sources differ, or a law has two limits, each is
 * proposed.
 */
export const proposedRules: readonly ProposedRule[] = [
  {
    state: 'AZ',
    limit: { ml: 108_000, by: 'person', in: 'calendar-year' },
    source:
      'A.R.S. § 4-203.04(F): up to twelve nine-liter cases of wine annually to a purchaser (direct shipment license, series 17W); Wine Institute: per purchaser per calendar year',
    note: "The law says 'annually'; the calendar year is Wine Institute's reading. With an out-of-state farm winery license (up to 20,000 gallons a year) there is no limit. Age must be verified at the order, by an age verification service or a copy of a photo ID. The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.compliancerules.org/state_alerts/arizona-targeting-illegal-direct-shipments/',
  },
  {
    state: 'CA',
    limit: null,
    source:
      'Cal. Bus. & Prof. Code § 23661.3: wine direct shipper permit, no quantity limit in the section; Wine Institute (2025): unlimited',
    page: 'https://cdtfa.ca.gov/lawguides/vol3/abtl/abtl-code-23661-3.html',
  },
  {
    state: 'CO',
    limit: null,
    source:
      "C.R.S. § 44-3-104 (winery direct shipper's permit): no quantity limit, as stated by Wine Institute (2006 alert on the new permit law; table of 2025: unlimited)",
    note: 'The law itself was not read in full: check before you confirm.',
    page: 'https://wineinstitute.compliancerules.org/state_alerts/colorados-new-permit-law/',
  },
  {
    state: 'CT',
    limit: { ml: 18_927, by: 'person', in: 'two-months' },
    source:
      'Conn. Gen. Stat. § 30-18a(b)(3): not more than five gallons of wine in any two-month period to any person; Wine Institute gives two cases per person per two months',
    note: 'Five gallons are 18,927 ml (25 bottles); two cases are 18,000 ml (24 bottles). The statute has the higher figure.',
    page: 'https://instalawyer.io/laws/connecticut-general-statutes/section-30-18a-out-of-state-winery',
  },
  {
    state: 'DC',
    limit: { ml: 9_000, by: 'person', in: 'calendar-month' },
    largestOrderMl: 9_000,
    source:
      'D.C. Code § 25-772: no carrier may bring more than one case per location in any calendar month for delivery to any one person; no more than one case at any one time',
    note: "The law speaks of one case 'per location' and 'to any one person', of wine, spirits and beer together, and does not define a case in ml (9,000 ml assumed).",
    page: 'https://instalawyer.io/laws/district-of-columbia-code/25-772-unlawful-importation-of',
  },
  {
    state: 'FL',
    limit: null,
    source:
      'No limit in force: Fla. Stat. §§ 561.54 and 561.545 may not be enforced against out-of-state wineries (Bainbridge v. Turner, 2005); Wine Institute (2025): unlimited',
    note: "Dry counties and limits on bottle size are separate (one winery's list: no 3 L and 6 L bottles). The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.org/our-work/compliance/direct-shipping-table',
  },
  {
    state: 'GA',
    limit: { ml: 108_000, by: 'address', in: 'calendar-year' },
    source:
      'O.C.G.A. § 3-6-31(d)(2): not in excess of 12 standard cases of wine to any one consumer or address per calendar year (special order shipping license)',
    note: "'Consumer or address': counting by address is proposed; one consumer at two addresses is then not caught. The stored text is of 2010; Wine Institute's later table says the same. Age must be verified at the order, by ID or an age verification service. Text of 2010: check before you confirm.",
    page: 'http://www.laws9.com/statutes/georgia/title-3/chapter-6/article-2/3-6-31',
  },
  {
    state: 'IA',
    limit: null,
    source:
      'Iowa Code § 123.187: wine direct shipper permit, no quantity limit since reciprocity (18 liters a month) ended; Wine Institute (2025): unlimited',
    note: 'The stored texts of § 123.187 are cut before the end of subsection 3; the absence of a limit rests on Wine Institute and Vinoshipper. The law itself was not read in full: check before you confirm.',
    page: 'https://wineinstitute.compliancerules.org/off-site-direct-shipping-summary/',
  },
  {
    state: 'ID',
    limit: { ml: 216_000, by: 'person', in: 'calendar-year' },
    source:
      'Idaho Code § 23-1309A: not more than twenty-four nine-liter cases of wine annually to any person 21 or older; Wine Institute: per calendar year',
    note: "The law says 'annually'; the yearly report under the same section is by calendar year.",
    page: 'https://legislature.idaho.gov/statutesrules/idstat/Title23/T23CH13/SECT23-1309A',
  },
  {
    state: 'IN',
    limit: { ml: 216_000, by: 'person', in: 'calendar-year' },
    source:
      "Ind. Code § 7.1-3-26-9(2)(E): not more than 216 liters of wine to any consumer in any calendar year (direct wine seller's permit)",
    note: 'Proof of age by an identification card is required before the sale: in person, by copy or scan, or by an age verification service. The seller also has a yearly limit for all Indiana consumers.',
    page: 'https://www.legalfix.com/statutes/state-codes/indiana/title-7-1/article-3/chapter-26/section-7-1-3-26-9',
  },
  {
    state: 'LA',
    limit: { ml: 108_000, by: 'person', in: 'calendar-year' },
    source:
      'La. R.S. 26:85(6) and 26:359(B)(1)(c), as amended by 2019 SB 34: 144 bottles of 750 ml, since 2019 by volume (a case of wine is nine liters), per adult person per household address per calendar year',
    note: "The enrolled text is cut before the number; 108 liters stands in the bill as introduced. 'Per adult person per household address': each adult of a household counts alone. Check the figure before you confirm.",
    page: 'https://app.legiplex.com/la/legislature/2019/2019-r/bills/sb34/draft-348672?id=348672',
  },
  {
    state: 'MA',
    limit: { ml: 108_000, by: 'person', in: 'calendar-year' },
    source:
      'M.G.L. c. 138, § 19F(e): up to 12 cases of wine, not more than 9 liters each, per year to a resident; Sovos ShipCompliant: per individual per calendar year',
    note: "The law says 'per year'; the calendar year is Sovos's reading.",
    page: 'http://malegislature.gov/Laws/GeneralLaws/PartI/TitleXX/Chapter138/Section19f',
  },
  {
    state: 'ME',
    limit: { ml: 108_000, by: 'address', in: 'calendar-year' },
    source:
      '28-A M.R.S. § 1403-A(6): no more than 12 cases of wine of no more than 9 liters each to any one recipient address in a calendar year',
    note: 'Bottles below 750 ml may not be shipped (same subsection, as of 2017). The section was amended with effect from July 1, 2025; the stored newer text is cut before subsection 6. Text of 2017: check before you confirm.',
    page: 'https://mainelegislature.org/legis/bills/bills_128th/billtexts/HP025301.asp',
  },
  {
    state: 'MN',
    limit: { ml: 18_000, by: 'person', in: 'calendar-year' },
    source:
      'Minn. Stat. § 340A.417: not more than two cases of wine, containing a maximum of nine liters per case, in any calendar year to any resident age 21 or over',
    note: 'Text as quoted in a bill of 2019. A bill of 2025 (HF 2552) would license and tax direct shippers and amend this section; whether it became law was not found. Text of 2019: check before you confirm.',
    page: 'https://www.revisor.mn.gov/bills/text.php?number=SF2270&version=0&session=ls91&session_year=2019&session_number=0',
  },
  {
    state: 'MO',
    limit: { ml: 18_000, by: 'person', in: 'calendar-month' },
    source:
      'Mo. Rev. Stat. § 311.185: not more than two cases of wine per month to any person for personal use (wine direct shipper license)',
    note: 'The section does not define a case in the stored text (9,000 ml assumed).',
    page: 'http://statutes.laws-info.com/missouri/t20/c311/311_185',
  },
  {
    state: 'MT',
    limit: { ml: 162_000, by: 'person', in: 'twelve-months' },
    source:
      'Wine Institute: up to 18 nine-liter cases of table wine per person in the license year, October 1 to September 30 (2013 HB 402; Mont. Code § 16-4-1101, annually to an individual)',
    note: "The license year from October 1 is none of the windows; 12 months rolling never lets more through. Table wine only: not more than 16% alcohol. The section itself was not found, only Wine Institute's account of it. The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.compliancerules.org/state/montana',
  },
  {
    state: 'NC',
    limit: { ml: 18_000, by: 'person', in: 'calendar-month' },
    source:
      'N.C.G.S. § 18B-1001.1(a): not more than two cases of wine per month to any person; a case is any combination of packages of not more than nine liters',
    page: 'http://laws9.com/statutes/north-carolina/Chapter_18B/GS_18B-1001_1',
  },
  {
    state: 'NE',
    limit: { ml: 9_000, by: 'person', in: 'calendar-month' },
    source:
      "Vinoshipper's list of shipping states: 12 bottles per person per month. Other lists: 12 cases per person per year. Shipping licenses are under Neb. Rev. Stat. § 53-123.15, whose text was not read",
    note: 'Sources differ; this is the stricter of two proposals. A news item of 1999 speaks of 9 liters a month for personal import (older law). No law or authority was read: check before you confirm.',
    page: 'https://vinoshipper.com/info/shipping-states-modal.htm',
  },
  {
    state: 'NE',
    limit: { ml: 108_000, by: 'person', in: 'calendar-year' },
    source:
      "Two wineries' lists (Solomon Hills; Duck Pond): 12 cases per person per (calendar) year. Vinoshipper: 12 bottles per person per month. Shipping licenses are under Neb. Rev. Stat. § 53-123.15, whose text was not read",
    note: 'Sources differ; this is the wider of two proposals (also https://duckpondcellars.com/pages/state-shipping-restrictions). No law or authority was read: check before you confirm.',
    page: 'http://solomonhillsestate.com/shipping-rules-by-state/',
  },
  {
    state: 'NJ',
    limit: { ml: 108_000, by: 'person', in: 'twelve-months' },
    source:
      'N.J.S.A. 33:1-10 (out-of-state winery license): not more than 12 cases of wine, nine liters each, per year to any person 21 or older, for personal consumption',
    note: "'Per year' is not defined in the sources; 12 months rolling meets every reading. Only wineries of at most 250,000 gallons a year could hold the license (so in 2022; later change not found). The section number rests on knowledge; the page describes the bill (A.4436) that became the law of 2012. The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.compliancerules.org/state_alerts/new-jersey-direct-shipping-bill-sent-to-governor/',
  },
  {
    state: 'NM',
    limit: { ml: 18_000, by: 'person', in: 'calendar-month' },
    source:
      'NMSA 1978 § 60-6A-11.1(C)(1): not more than two nine-liter cases of wine monthly to a resident 21 or older',
    page: 'https://www.lawserver.com/law/state/new-mexico/nm-statutes/new_mexico_statutes_60-6a-11-1',
  },
  {
    state: 'NV',
    limit: { ml: 108_000, by: 'person', in: 'year-from-july' },
    source:
      'Wine Institute (June 2025): 12 cases per person per fiscal year, July 1 to June 30. The law is NRS 369.490(2)(c), import of 12 cases or less of wine per year for household or personal use',
    note: "The figure and the fiscal year are Wine Institute's; the statute's words rest on knowledge (stored texts are cut before them). NRS 369.015: a case is 12 bottles of 750 ml or that volume. The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.org/our-work/compliance/dtc/nevada',
  },
  {
    state: 'NY',
    limit: { ml: 324_000, by: 'person', in: 'calendar-year' },
    source:
      'N.Y. Alco. Bev. Cont. Law § 79-c: no more than thirty-six cases (no more than nine liters each) per year to a resident; Wine Institute (2025): per person per calendar year',
    note: "The law says 'per year'. The customer must state at the order that he or she is 21 and that the wine will not be resold.",
    page: 'https://wineinstitute.compliancerules.org/state/new-york',
  },
  {
    state: 'OH',
    limit: { ml: 216_000, by: 'household', in: 'twelve-months' },
    source:
      'Ohio Rev. Code § 4303.233: no family household shall purchase more than 24 cases of 12 bottles of 750 milliliters of wine in one year',
    note: "'In one year' is not defined; 12 months rolling meets every reading. The words are quoted in a news item of 2010; Wine Institute (2021) confirms 24 cases per household. A good-faith effort to verify age at the sale is required. The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.compliancerules.org/state_alerts/ohio-opens-up-dtc-shipping-for-wineries-producing-more-than-250000-gallons/',
  },
  {
    state: 'OR',
    limit: { ml: 45_000, by: 'person', in: 'calendar-month' },
    source:
      'ORS 471.282, as amended by 2021 SB 406: up to five cases of wine of not more than nine liters each per month to a resident',
    note: 'Older lists still give two cases (the limit before May 21, 2021). The law itself was not read in full: check before you confirm.',
    page: 'https://sovos.com/blog/ship/oregon-and-wyoming-to-increase-permitted-volume-for-dtc-wine-shippers/',
  },
  {
    state: 'PA',
    limit: { ml: 324_000, by: 'person', in: 'calendar-year' },
    source:
      '47 P.S. § 4-488(b): up to thirty-six cases of up to nine liters per case in a calendar year on the order of any resident 21 or older',
    note: "40 Pa. Code § 9.143 (still printed in 2024, of the law before 2016) says 9 liters a month and asks for the consumer's date of birth; the statute of 2016 stands above it. To be confirmed by counsel.",
    page: 'https://print.casetext.com/statute/pennsylvania-statutes/statutes-unconsolidated/title-47-ps-liquor/chapter-1-liquor-code/article-iv-licenses-and-regulations-liquor-alcohol-and-malt-and-brewed-beverages/shipment-of-wine/section-4-488-shipment-of-wine',
  },
  {
    state: 'SC',
    limit: { ml: 18_000, by: 'person', in: 'calendar-month' },
    source:
      'S.C. Code § 61-4-747(A), (C)(1): not more than twenty-four bottles of wine each month to a person',
    note: 'The law counts bottles, not volume: 18,000 ml are 24 bottles of 750 ml; 24 magnums would be lawful, and more than 24 half bottles are not, though 18,000 ml would let them through.',
    page: 'https://instalawyer.io/laws/south-carolina-code-of-laws/section-61-4-747-direct-shipment-to',
  },
  {
    state: 'TX',
    limit: { ml: 34_068, by: 'person', in: 'calendar-month' },
    source:
      'Tex. Alco. Bev. Code § 54.02(3): not more than nine gallons of wine to the same consumer within any calendar month (and not more than 36 gallons within any 12-month period)',
    note: 'First of two limits that hold together; one rule holds only one of them, so neither alone meets the law; 34,068 ml in any 12 months would meet both. Nine gallons are 34,068 ml (45 bottles).',
    page: 'http://laws9.com/statutes/texas/alcoholic-beverage-code/title-3-licenses-and-permits/chapter-54-out-of-state-winery-direct-shipper-s-permit',
  },
  {
    state: 'TX',
    limit: { ml: 136_274, by: 'person', in: 'twelve-months' },
    source:
      'Tex. Alco. Bev. Code § 54.02(3): not more than 36 gallons of wine to the same consumer within any 12-month period (and not more than nine gallons within any calendar month)',
    note: 'Second of two limits that hold together; neither alone meets the law. 36 gallons are 136,274 ml (181 bottles).',
    page: 'http://laws9.com/statutes/texas/alcoholic-beverage-code/title-3-licenses-and-permits/chapter-54-out-of-state-winery-direct-shipper-s-permit',
  },
  {
    state: 'VT',
    limit: { ml: 108_000, by: 'person', in: 'calendar-year' },
    source:
      "Vermont's direct ship to consumer license terms (law now 7 V.S.A. § 277): no more than 12 cases of wine containing no more than 29 gallons to any one Vermont resident in any calendar year",
    note: '29 gallons are 109,776 ml; 12 cases of 9 liters are proposed. Vinous beverages: not more than 16% alcohol. Stored texts of § 277 are cut before the limit. The law itself was not read: check before you confirm.',
    page: 'https://thebeerconnect.com/shipping-beer-to-vermont/',
  },
  {
    state: 'WA',
    limit: null,
    source:
      "RCW 66.20.360–66.20.390 (wine shipper's permit): the Liquor and Cannabis Board states there is no limit on the amount of wine that can be shipped to a consumer",
    page: 'http://www.liq.wa.gov/licensing/direct-shipping-laws',
  },
  {
    state: 'WV',
    limit: { ml: 18_000, by: 'person', in: 'calendar-month' },
    source:
      'W. Va. Code § 60-8-6a(b)(1): not more than two cases of wine per month to any person; a case is any combination of packages of not more than nine liters',
    page: 'https://legalfix.com/statutes/state-codes/west-virginia/chapter-60/article-8/section-60-8-6a',
  },
  {
    state: 'WY',
    limit: { ml: 108_000, by: 'household', in: 'twelve-months' },
    source:
      'Wyo. Stat. § 12-2-204(a), as amended by 2021 HB 13: no more than a total of 108 liters of wine to any one household in any twelve-month period',
    note: "Wines that the state's Liquor Division lists itself may not be shipped. The law itself was not read in full: check before you confirm.",
    page: 'https://wineinstitute.org/our-work/compliance/dtc/wyoming',
  },
]

/** The proposals as versions of each state's rule. One begins when the shop began to serve its state. */
export const proposedVersions = () =>
  proposedRules.map(({ state, limit, largestOrderMl = null, source, note, page }, index) => ({
    state,
    version: 1 + proposedRules.slice(0, index).filter((one) => one.state === state).length,
    from: servedSince(state),
    limitMl: limit?.ml ?? null,
    countedBy: limit?.by ?? null,
    countedIn: limit?.in ?? null,
    largestOrderMl,
    source,
    note: [note, `Read at ${page}`].filter(Boolean).join(' '),
  }))
