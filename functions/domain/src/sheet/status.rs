//! Words for how a race ended, wherever they stand in a cell.

use std::{collections::BTreeMap, sync::LazyLock};

use super::words::words;

/// The end of a race, as a word says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Finished,
    /// Ran, but takes no part in the ranking: a guest, for example.
    Unplaced,
    /// `NP`, which stands for "no place" beside a time, and for "no presentado" and "non partant"
    /// (did not start) without one.
    NoPlaceOrDns,
    /// `AB`, which stands for a runner without a place beside a time, and for "abandon" without
    /// one.
    NoPlaceOrDnf,
    Dnf,
    /// Did not finish within the limit of time.
    OverLimit,
    Dns,
    Disqualified,
}

impl Status {
    /// Its meaning for a runner who has a time, or has none.
    pub const fn beside(self, has_time: bool) -> Self {
        match (self, has_time) {
            (Self::NoPlaceOrDns | Self::NoPlaceOrDnf, true) => Self::Unplaced,
            (Self::NoPlaceOrDns, false) => Self::Dns,
            (Self::NoPlaceOrDnf, false) => Self::Dnf,
            _ => self,
        }
    }

    /// The status of two columns together: the one that says more where both can be true, `None`
    /// where they contradict each other.
    pub fn with(self, other: Self) -> Option<Self> {
        let says_more = |one: Self, two: Self| match (one, two) {
            (Self::Finished, Self::Unplaced) => true,
            (Self::Unplaced, two) => two != Self::Finished,
            (Self::Dnf, Self::OverLimit | Self::Disqualified)
            | (Self::OverLimit, Self::Disqualified) => true,
            _ => false,
        };
        if self == other || says_more(other, self) {
            Some(self)
        } else {
            Some(other).filter(|_| says_more(self, other))
        }
    }
}

/// Words for somebody who finished. They count only as a whole cell: "did not quite finish" says
/// the opposite.
const FINISHED: [&str; 24] = [
    "fin",
    "finish",
    "finished",
    "finisher",
    "finishers",
    "ok",
    "official",
    "ft",
    "im Ziel",
    "Ziel",
    "beendet",
    "finalizado",
    "finalizada",
    "meta",
    "classified",
    "completed",
    "klassiert",
    "classé",
    "arrivé",
    "terminé",
    "clasificado",
    "clasificada",
    "classificato",
    "gefinisht",
];

/// Words and phrases with what they say: English, Spanish, German, French, Italian, Portuguese,
/// Dutch, Swedish, Norwegian, Danish, Finnish, Polish, then some Russian, Chinese and Japanese.
/// They count as whole words, with anything before and behind, in any spelling of [`words`].
const PHRASES: [(Status, &str); 7] = [
    (
        Status::Dnf,
        "dnf,did not finish,didn't finish,not finished,not finish,nonfinisher,\
         did not complete,didn't complete,not completed,incomplete,unfinished,\
         did not make it,ret,retd,rtd,wd,wdr,wdn,w/d,drop,dropped,dropout,dropped out,quit,\
         nf,pulled,pulled out,stopped,eliminated,elim,lapped,no finalizó,no finalizado,no finalizada,no finaliza,\
         no terminó,no terminado,no acabó,no acaba,no llegó,no completó,Aufg,nicht im Ziel,\
         nicht beendet,nicht gefinisht,nicht ins Ziel gekommen,Ausstieg,ausgestiegen,niZ,\
         non arrivé,non arrivée,n'a pas fini,n'a pas terminé,non terminé,abd,arrêt,pas fini,\
         rit,non arrivato,non arrivata,non finito,non terminato,non concluso,não terminou,\
         não concluiu,não completou,não chegou,não finalizou,uitgevallen,uitvaller,opgegeven,\
         opgave,niet gefinisht,niet gefinished,niet uitgelopen,gestaakt,brutit,brutet,bröt,\
         bruten,utgått,ej i mål,ej fullföljt,fullföljde ej,brutt,brøt,ikke fullført,\
         fullførte ikke,udgået,ikke gennemført,gennemførte ikke,opgivet,kom ikke i mål,kesk,\
         ei maalissa,ei maaliin,nie ukończył,nie ukończyła,nieukończony,rezygnacja,\
         zrezygnował,zrezygnowała,zszedł,zeszła,сошёл,сошел,сошла,не финишировал,\
         не финишировала,未完成,未完赛,退赛,途中棄権,棄権,弃权",
    ),
    (
        Status::Dns,
        "dns,did not start,didn't start,not started,not start,nonstarter,never started,\
         did not show,no show,did not run,did not compete,did not participate,absent,\
         scratched,scratch,scr,ns,nst,ausente,no salió,no presentado,no presentada,\
         no se presentó,no tomó la salida,no inició,no compareció,nicht gestartet,\
         nicht angetreten,nicht am Start,nicht erschienen,abwesend,n.a.S.,non partant,\
         non partante,non partants,non parti,absente,forfait,forfeit,n'est pas parti,\
         pas parti,abs,non partito,non partita,assente,não largou,não partiu,não compareceu,\
         não iniciou,niet gestart,niet vertrokken,afwezig,niet verschenen,afgemeld,ej start,\
         ej startat,ej startande,startade ej,startade inte,ikke startet,startet ikke,\
         ikke møtt,ikke mødt,startede ikke,udeblevet,ei lähtenyt,ei startannut,poissa,\
         ei osallistunut,ei startti,nie wystartował,nie wystartowała,nie startował,\
         nie startowała,nieobecny,nieobecna,не стартовал,не стартовала,未出发,未起跑,未出走,欠場",
    ),
    (
        Status::Disqualified,
        "dsq,dq,dqd,dqed,dqf,desc,disk,diskad,dysk,hyl,sq,дисквалифицирован,дисквалификация,\
         取消资格,失格",
    ),
    (
        Status::OverLimit,
        "otl,hd,cut,cut off,missed cut,over time,over the time,over limit,over the limit,\
         over time limit,over the time limit,time limit,outside time limit,\
         outside the time limit,outside limit,out of time,timed out,too late,oot,\
         fuera de tiempo,fuera de control,fuera de límite,tiempo límite,Zeitlimit,\
         Zeitüberschreitung,Sollzeit überschritten,Zielschluss,hors délai,hors délais,\
         hors temps,barrière horaire,hors barrière,fuori tempo,fuori tempo massimo,ftm,\
         tempo massimo,fora de tempo,fora do tempo,fora do tempo limite,tempo limite,\
         buiten tijd,buiten de tijd,buiten tijdslimiet,buiten de tijdslimiet,tijdslimiet,\
         utanför maxtid,maxtid,över maxtid,over makstid,makstid,over maxtid,aikaraja,\
         po limicie,poza limitem,limit czasu,関門,超时,关门",
    ),
    (
        Status::Unplaced,
        "hc,nc,exhibition,exh,exhib,guest,guests,unplaced,unranked,not placed,not ranked,\
         not classified,non classified,unclassified,uncl,non competitive,non competing,\
         noncompetitor,no place,unpl,pacer,pacemaker,ooc,out of competition,not eligible,\
         ineligible,unofficially,no oficial,invitado,invitada,fuera de concurso,\
         fuera de competición,fuera de clasificación,sin clasificar,no clasificado,\
         no clasificada,no clasifica,exhibición,inoffiziell,a.K.,a.W.,a.d.W.,\
         außer Konkurrenz,außer Wertung,außerhalb der Wertung,ohne Wertung,o.W.,\
         nicht gewertet,nicht klassiert,nicht platziert,Gast,Gaststarter,Gäste,\
         hors classement,hors concours,hors course,hors compétition,non classé,non classée,\
         non classés,non officiel,non officielle,invité,invitée,fuori classifica,fuori gara,\
         fuori concorso,non classificato,non classificata,non ufficiale,ospite,f.c.,f.g.,\
         fora de competição,fora de concurso,extra concurso,não classificado,não oficial,\
         convidado,convidada,buiten mededinging,buiten competitie,buiten klassement,bm,\
         niet geklasseerd,niet geplaatst,onofficieel,utom tävlan,utanför tävlan,ej placerad,\
         ej klassad,inofficiell,gäst,utenfor konkurranse,utenfor konkurransen,uoffisiell,\
         uplassert,gjest,uden for konkurrence,udenfor konkurrence,uofficiel,uplaceret,gæst,\
         kilpailun ulkopuolella,epävirallinen,vieras,poza konkursem,poza konkurencją,\
         poza klasyfikacją,pk,nieklasyfikowany,nieklasyfikowana,nieoficjalny,gość,\
         вне конкурса,вне зачёта,вне зачета,オープン参加",
    ),
    (Status::NoPlaceOrDns, "np"),
    (Status::NoPlaceOrDnf, "ab"),
];

/// Beginnings of words, for all their endings.
const BEGINNINGS: [(Status, &[&str]); 4] = [
    (
        Status::Dnf,
        &[
            "RETIR",
            "WITHDR",
            "ABANDON",
            "AUFGEGEB",
            "AUFGABE",
            "AUSGESCHIED",
            "RITIRA",
            "DESIST",
            "KESKEYT",
            "WYCOFA",
        ],
    ),
    (
        Status::Disqualified,
        &[
            "DISQ",
            "DESCALIF",
            "DESQUALIF",
            "DESCLASSIF",
            "DESCLASIF",
            "DISCALIF",
            "DISKVAL",
            "DISKWAL",
            "DISKUAL",
            "GEDISKWAL",
            "GEDISQUAL",
            "DYSKWAL",
            "ZDYSKWAL",
            "SQUALIF",
            "HYLAT",
            "HYLKA",
        ],
    ),
    (Status::OverLimit, &["CUTOFF", "OVERTIME", "OUTOFTIME"]),
    (Status::Unplaced, &["UNOFFICIAL", "EXHIBITION"]),
];

/// Letters that stand in no word of another meaning: `DNF’d` says it, too.
const LETTERS: [(Status, &str); 3] = [
    (Status::Dnf, "DNF"),
    (Status::Dns, "DNS"),
    (Status::Disqualified, "DSQ"),
];

static KNOWN: LazyLock<BTreeMap<String, Status>> = LazyLock::new(|| {
    let all = PHRASES
        .iter()
        .flat_map(|(status, phrases)| phrases.split(',').map(move |phrase| (phrase, *status)));
    all.map(|(phrase, status)| (words(phrase).concat(), status))
        .collect()
});

/// The length of the longest phrase: more words together are none.
static LONGEST: LazyLock<usize> =
    LazyLock::new(|| KNOWN.keys().map(String::len).max().unwrap_or_default());

static FINISHERS: LazyLock<Vec<String>> =
    LazyLock::new(|| FINISHED.iter().map(|word| words(word).concat()).collect());

/// The status that a text names, whatever stands before and behind it; the first one, where there
/// are several.
pub fn status(text: &str) -> Option<Status> {
    // most cells are numbers
    if !text.chars().any(char::is_alphabetic) {
        return None;
    }
    let words = words(text);
    if FINISHERS.contains(&words.concat()) {
        return Some(Status::Finished);
    }
    (0..words.len()).find_map(|start| beginning(words.get(start..)?))
}

/// The status that the first words name: as the longest phrase, or by the first word alone.
fn beginning(words: &[String]) -> Option<Status> {
    let mut joined = String::new();
    let mut found = None;
    for word in words {
        joined.push_str(word);
        if joined.len() > *LONGEST {
            break;
        }
        found = KNOWN.get(&joined).or(found);
    }
    found.copied().or_else(|| {
        let word = words.first()?;
        let in_letters = LETTERS.iter().find(|(_, letters)| word.contains(letters));
        let begins = BEGINNINGS
            .iter()
            .find(|(_, beginnings)| beginnings.iter().any(|text| word.starts_with(text)));
        in_letters
            .map(|(status, _)| *status)
            .or(begins.map(|(status, _)| *status))
    })
}

/// The status numbers in UltraSignup's results files.
pub fn numbered_status(text: &str) -> Option<Status> {
    match text {
        "1" | "6" => Some(Status::Finished),
        "2" => Some(Status::Dnf),
        "3" => Some(Status::Dns),
        "4" => Some(Status::Unplaced),
        "5" => Some(Status::Disqualified),
        _ => None,
    }
}
