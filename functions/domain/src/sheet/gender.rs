//! Readings of a column of genders: words of many languages, and letters that the other values of
//! the column explain.

use std::{collections::BTreeMap, sync::LazyLock};

use super::{
    cells::{gender_code, is_blank},
    words::is_invisible,
};
use crate::named::named;

named! {
    /// A gender that is known by a word or a letter, by the wire's word.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Gender {
        /// Women and girls.
        Woman = "woman",
        /// Men and boys.
        Man = "man",
        /// Neither of them.
        NonBinary = "non-binary",
        /// Not said.
        NotSaid = "not-said",
    }
}

impl Gender {
    /// The text that is stored: every rule of the pages knows it (pages A6).
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Woman => "Woman",
            Self::Man => "Man",
            Self::NonBinary => "Non-Binary",
            Self::NotSaid => "Not Specified",
        }
    }
}

/// A cell of a column of genders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// This gender.
    Known(Gender),
    /// Non-binary, as the other values explain a letter that means something else elsewhere.
    LetterNonBinary,
    /// A letter that the other values do not explain.
    Open,
    /// Another text, which is shown as it is.
    Text,
}

/// The meaning of letters in a column of genders.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    chosen: BTreeMap<char, Gender>,
    /// Letters that stand alone or before an age group (`M40`).
    found: Vec<char>,
    has_women: bool,
}

impl Letters {
    /// The letters of a column with these cells; `chosen` says what some of them mean.
    pub fn of<'c>(cells: impl Iterator<Item = &'c str>, chosen: &BTreeMap<char, Gender>) -> Self {
        let mut column = Self {
            chosen: chosen.clone(),
            ..Self::default()
        };
        for cell in cells {
            match lone_letter(cell) {
                Some(letter) if !column.found.contains(&letter) => column.found.push(letter),
                Some(_) => {}
                None => {
                    column.has_women |= by_words(cell) == Some(Gender::Woman);
                }
            }
        }
        column
    }

    /// Reads a cell of the column.
    pub fn read(&self, text: &str) -> Said {
        let Some(letter) = lone_letter(text) else {
            return by_words(text).map_or(Said::Text, Said::Known);
        };
        if let Some(gender) = self.chosen.get(&letter) {
            return Said::Known(*gender);
        }
        match letter {
            'F' | 'W' | 'K' | 'Ж' => Said::Known(Gender::Woman),
            'H' | 'М' => Said::Known(Gender::Man),
            'X' => Said::Known(Gender::NonBinary),
            'U' | 'O' => Said::Known(Gender::NotSaid),
            'M' if self.is_m_open() => Said::Open,
            'M' => Said::Known(Gender::Man),
            // divers; Dame, Damen, Dam beside Herr
            'D' | 'N' if self.names_women() => Said::LetterNonBinary,
            'D' if self.has('H') && !self.has('M') => Said::Known(Gender::Woman),
            // varón beside femenino; vrouw beside heer
            'V' if self.names_women() && !self.has('M') => Said::Known(Gender::Man),
            'V' if self.has('H') && !self.has('M') => Said::Known(Gender::Woman),
            'D' | 'N' | 'V' => Said::Open,
            _ => by_words(text).map_or(Said::Text, Said::Known),
        }
    }

    /// Whether M may be "mujer": beside H or V, where no other value is a woman.
    fn is_m_open(&self) -> bool {
        (self.has('H') || self.has('V')) && !self.names_women()
    }

    fn names_women(&self) -> bool {
        self.has_women || ['F', 'W', 'K'].iter().any(|letter| self.has(*letter))
    }

    fn has(&self, letter: char) -> bool {
        self.found.contains(&letter)
    }
}

/// The only letter of a cell.
fn lone_letter(text: &str) -> Option<char> {
    let letters = letters(text);
    let mut all = letters.chars();
    all.next().filter(|_| all.next().is_none())
}

/// The gender that a cell names by its words: as a whole, or in all of its parts (`Non-binary /
/// Genderqueer`); else by the letters it begins with (pages A6).
fn by_words(text: &str) -> Option<Gender> {
    if let Some(gender) = listed(text) {
        return Some(gender);
    }
    let mut parts = text
        .split(['/', ',', ';', '|', '(', ')', '[', ']'])
        .filter(|part| !is_blank(part))
        .map(|part| listed(part).or_else(|| by_letter(part)));
    if let Some(Some(first)) = parts.next()
        && parts.all(|part| part == Some(first))
    {
        return Some(first);
    }
    match gender_code(text).as_deref() {
        Some("W") => Some(Gender::Woman),
        Some("M") => Some(Gender::Man),
        Some("X") => Some(Gender::NonBinary),
        None if !letters(text).is_empty() => Some(Gender::NotSaid),
        _ => None,
    }
}

/// A letter that means the same in every language that is read.
fn by_letter(text: &str) -> Option<Gender> {
    match lone_letter(text)? {
        'F' | 'W' => Some(Gender::Woman),
        'M' => Some(Gender::Man),
        'X' => Some(Gender::NonBinary),
        _ => None,
    }
}

fn listed(text: &str) -> Option<Gender> {
    let letters = letters(text);
    let is_refusal = || {
        NOT_SAID_BEGINNINGS
            .iter()
            .any(|begin| letters.starts_with(begin))
    };
    LISTED
        .get(&letters)
        .copied()
        .or_else(|| is_refusal().then_some(Gender::NotSaid))
}

/// The letters of a text in capitals, Latin ones without accents. Other scripts stay as they are:
/// written in Latin letters, the word for "man" would be that for "missing" (`NaN`).
fn letters(text: &str) -> String {
    let is_latin = |c: char| matches!(c, '\0'..='\u{24f}' | '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}');
    let plain = |c: char| {
        if is_latin(c) {
            deunicode::deunicode(&c.to_string())
        } else {
            c.to_string()
        }
    };
    let visible = text.chars().filter(|c| !is_invisible(*c));
    let plain: String = visible.map(plain).collect();
    plain
        .to_uppercase()
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect()
}

static LISTED: LazyLock<BTreeMap<String, Gender>> = LazyLock::new(|| {
    let all = WORDS
        .iter()
        .flat_map(|(gender, words)| words.split_terminator(',').map(move |word| (word, *gender)));
    all.map(|(word, gender)| (letters(word), gender)).collect()
});

/// Beginnings of a refusal to answer.
const NOT_SAID_BEGINNINGS: [&str; 16] = [
    "DECLIN",
    "PREFER",
    "PREFIER",
    "PREFIRO",
    "IPREFER",
    "RATHERNOT",
    "IDRATHERNOT",
    "NOTDISCLOS",
    "NOTPROVID",
    "NOTSPECIF",
    "NOTSTATED",
    "NOTGIVEN",
    "CHOOSENOT",
    "CHOSENOT",
    "DONOTWISH",
    "DONTWISH",
];

/// Whole words, by language: English, Spanish, German, French, Italian, Portuguese, Dutch,
/// Swedish, Norwegian, Danish, Finnish, Polish, Russian, Chinese, Japanese.
const WORDS: [(Gender, &str); 4] = [
    (
        Gender::Woman,
        "woman,women,womans,womens,female,females,fem,girl,girls,lady,ladies,mrs,ms,miss,trans woman,trans women,transwoman,cis woman,trans female,\
         mujer,mujeres,femenino,femenina,femeninas,femeninos,chica,chicas,niña,niñas,dama,damas,señora,señoras,señorita,señoritas,hembra,\
         Frau,Frauen,weiblich,weibl,wbl,Dame,Damen,Mädchen,Mädel,Juniorin,Juniorinnen,Seniorin,Seniorinnen,Läuferin,Läuferinnen,Schülerin,Schülerinnen,\
         femme,femmes,féminin,féminine,féminins,féminines,fille,filles,dames,madame,mesdames,mademoiselle,mme,mlle,\
         donna,donne,femmina,femmine,femminile,femminili,ragazza,ragazze,bambina,bambine,signora,signorina,\
         mulher,mulheres,feminino,feminina,femininos,femininas,menina,meninas,rapariga,raparigas,moça,moças,senhora,senhoras,garota,garotas,\
         vrouw,vrouwen,vrouwelijk,vrouwelijke,meisje,meisjes,mevrouw,mevr,\
         kvinna,kvinnor,kvinnlig,flicka,flickor,tjej,tjejer,dam,damer,\
         kvinne,kvinner,kvinnelig,jente,jenter,kvinde,kvinder,kvindelig,pige,piger,\
         nainen,naiset,naisten,naispuolinen,tyttö,tytöt,tyttöjen,\
         kobieta,kobiety,kobiet,żeńska,żeński,żeńskie,dziewczyna,dziewczyny,dziewczynka,dziewczynki,dziewczęta,pani,panie,\
         женщина,женщины,женский,женская,жен,девочка,девочки,девушка,девушки,\
         女,女子,女性,女士,女生,女孩,女人,女の子,女子の部,婦人",
    ),
    (
        Gender::Man,
        "man,men,mans,mens,male,males,boy,boys,gentleman,gentlemen,gent,gents,lad,lads,guy,guys,mr,trans man,trans men,transman,cis man,trans male,\
         hombre,hombres,masculino,masculina,masculinos,masculinas,masc,chico,chicos,niño,niños,varón,varones,caballero,caballeros,señor,señores,macho,\
         Mann,Männer,männlich,männl,mnl,Herr,Herren,Junge,Jungen,Jungs,Bub,Buben,Knabe,Knaben,\
         homme,hommes,masculin,masculins,garçon,garçons,monsieur,messieurs,\
         uomo,uomini,maschio,maschi,maschile,maschili,ragazzo,ragazzi,bambino,bambini,\
         homem,homens,menino,meninos,rapaz,rapazes,moço,moços,senhor,senhores,garoto,garotos,\
         mannen,mannelijk,mannelijke,jongen,jongens,heer,heren,dhr,\
         män,manlig,pojke,pojkar,kille,killar,herrar,herre,herrer,menn,mannlig,gutt,gutter,mand,mænd,mandlig,dreng,drenge,\
         mies,miehet,miesten,miespuolinen,poika,pojat,poikien,\
         mężczyzna,mężczyźni,mężczyzn,męski,męska,męskie,chłopiec,chłopcy,chłopak,chłopaki,pan,panowie,\
         мужчина,мужчины,мужской,мужская,муж,мальчик,мальчики,юноша,юноши,\
         男,男子,男性,男士,男生,男孩,男人,男の子,男子の部,紳士",
    ),
    (
        Gender::NonBinary,
        "nonbinary,non binary person,nonbinary person,enby,nb,nby,nbx,genderqueer,gender fluid,agender,bigender,gender nonconforming,gender non conforming,\
         nonconforming,gnc,gender diverse,gender expansive,gender variant,third gender,two spirit,2 spirit,transgender,trans,intersex,androgynous,mx,\
         no binario,no binaria,no binarie,no binarix,persona no binaria,género fluido,\
         divers,diverse,diverses,nicht binär,nichtbinäre,nicht binäre,nonbinär,drittes Geschlecht,\
         non binaire,personne non binaire,non binario,non binaria,não binário,não binária,não binárie,\
         niet binair,non binair,genderneutraal,icke binär,ikke binær,nonbinær,muunsukupuolinen,ei binäärinen,\
         niebinarna,niebinarny,niebinarne,небинарный,небинарная,非二元,非二元性别,ノンバイナリー,Xジェンダー",
    ),
    (
        Gender::NotSaid,
        "not available,not applicable,not said,not known,not reported,not recorded,not answered,not entered,not sure,no answer,no response,no gender given,\
         none given,no data,withheld,blank,missing,nan,hidden,private,na,none,null,nil,nd,\
         no especificado,no especifica,no indica,no indicado,no informado,no declarado,no contesta,no responde,no consta,sin especificar,sin datos,desconocido,otro,otra,otros,ns nc,\
         keine Angabe,keine Angaben,k A,ohne Angabe,o A,nicht angegeben,möchte ich nicht angeben,sonstige,sonstiges,andere,anderes,offen,\
         non précisé,non renseigné,non spécifié,non communiqué,non indiqué,non déclaré,ne souhaite pas répondre,ne se prononce pas,inconnu,autre,autres,\
         non specificato,non indicato,non dichiarato,sconosciuto,altro,\
         não especificado,não informado,não indicado,não declarado,desconhecido,outro,outros,\
         niet opgegeven,niet gespecificeerd,niet ingevuld,geen antwoord,onbekend,zeg ik liever niet,wil niet zeggen,wil ik niet zeggen,anders,overig,\
         ej angivet,ej angiven,ej uppgivet,uppges ej,vill ej uppge,vill inte uppge,vill inte ange,okänt,okänd,annat,annan,\
         ikke oppgitt,ikke oplyst,ikke angivet,ønsker ikke å oppgi,ønsker ikke at oplyse,ukjent,ukendt,annet,andet,\
         ei ilmoitettu,ei tiedossa,en halua kertoa,ei halua kertoa,tuntematon,muu,\
         nie podano,nie podane,nie chcę podawać,wolę nie podawać,odmowa,nieznana,nieznane,nieokreślona,brak,brak danych,inna,inne,\
         не указан,не указано,не указана,неизвестно,другой,другое,未知,不明,不详,保密,未提供,其他,未回答,無回答,回答しない,その他",
    ),
];
