//! Invented people: names from many cultures, combined at random; none is a real person's.

use std::collections::BTreeSet;

use chute_domain::{
    participant::Participant,
    row::{Person, PersonId},
};

use super::random::Random;

const WOMEN: &str = "\
    Aaliyah, Adaeze, Agnieszka, Aiko, Amara, Ana, Anjali, Astrid, Beatriz, Camille, Catarina, \
    Chiara, Dilnoza, Eilidh, Elif, Fatima, Freya, Giulia, Hanneke, Hina, Ingrid, Ixchel, Jana, \
    Kahurangi, Keiko, Leilani, Lucía, Lwazi, Maeve, Mei, Miriam, Nadia, Niamh, Nomvula, Olena, \
    Priya, Renée, Rosa, Ruth, Saoirse, Sigrún, Siti, Sofía, Tala, Thuỳ, Wanjiru, Yael, Yuki, \
    Zainab, Zoë";

const MEN: &str = "\
    Abdullahi, Adrien, Aleksei, Amir, Andrés, Anders, Ashkii, Björn, Bogdan, Carlos, Chidi, \
    Connor, Dawit, Dmitri, Emre, Étienne, Farid, Felipe, Giovanni, Hamish, Haruto, Hemi, Ibrahim, \
    Ivan, João, Joseph, Kaveh, Kenji, Kwame, Lars, Lorenzo, Mateusz, Miguel, Mohammed, Nikhil, \
    Oisín, Olumide, Pavel, Rafael, Rajesh, Samuel, Sione, Søren, Tadeo, Thabo, Tomás, Viktor, Wei, \
    Yusuf, Zoltán";

const ANYONE: &str = "\
    Alex, Ariel, Jun, Kai, Kiran, Morgan, Noor, Robin, Sasha, Sunniva, Tenzin, Yuri";

const LAST: &str = "\
    Abebe, Achterberg, Adeyemi, Ahmadi, Alvarado, Andersson, Bakker, Banerjee, Begay, Bianchi, \
    Castellanos, Chaudhry, Costa, D'Angelo, Dubois, Eriksen, Fernández, Fitzgerald, Gunnarsdóttir, \
    Haddad, Hernández, Hohepa, Ishikawa, Jovanović, Kamau, Kapoor, Karlsson, Kekoa, Kim, Kovács, \
    Kowalczyk, Lindqvist, MacLeod, Mahlangu, Martins, Mbeki, Moreau, Nakamura, Ndlovu, Nguyễn, \
    O'Connell, Okafor, Oliveira, Osei, Özdemir, Park, Patel, Petrov, Quispe, Rahman, Rossi, Ruiz, \
    Sato, Shevchenko, Singh, Smith-Jones, Takahashi, Tamihana, Tesfaye, Tran, van der Meer, \
    Vasquez, Wanjala, Whitehorse, Yamamoto, Yıldız, Zhang, Zielińska";

/// Unusual names, which no page may break on.
const UNUSUAL: &[(&str, &str)] = &[
    (
        "Maximiliana Theodora",
        "Featherstonehaugh-Wolfenbüttel de la Vega y Montenegro",
    ),
    (
        "Nontobeko",
        "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch",
    ),
    ("Suparman", ""),
    ("李", "伟明"),
    ("ʻAolani Kahealaniokalaikini", "Keliʻihoʻomalu"),
];

/// A runner before the race.
#[derive(Clone, Debug, Default)]
pub struct Entrant {
    /// The person, as in rows.
    pub person: Person,
    /// Number of the entry.
    pub entry: i64,
    /// Birth date as the timing client sends it.
    pub birthdate: String,
}

impl Entrant {
    /// The uploader's id of the person.
    pub fn person_id(&self) -> PersonId {
        PersonId::new(format!("{}-D3M", self.entry))
    }

    /// The entry in the organiser's list.
    pub fn participant(&self) -> Participant {
        let Person {
            bib,
            first,
            last,
            gender,
            age_group,
            distance,
            anonymous,
            ..
        } = self.person.clone();
        Participant {
            id: format!("D3M-{}", self.entry),
            birthdate: self.birthdate.clone(),
            apparel: ["XS", "S", "M", "L", "XL"]
                .get(self.entry.unsigned_abs() as usize % 5)
                .copied()
                .unwrap_or("M")
                .to_owned(),
            division: ["Harriers", "Río Club", "", "Lauftreff Nord", ""]
                .get(self.entry.unsigned_abs() as usize / 5 % 5)
                .copied()
                .unwrap_or_default()
                .to_owned(),
            bib,
            first,
            last,
            gender,
            age_group,
            distance,
            anonymous,
            ..Participant::default()
        }
    }
}

/// Creates runners, each with a different name.
pub struct People {
    random: Random,
    taken: BTreeSet<(String, String)>,
    entry: i64,
    year: i64,
}

impl People {
    /// Runners of a race in this year.
    pub fn new(seed: u64, year: i64) -> Self {
        Self {
            random: Random::new(seed),
            taken: BTreeSet::new(),
            entry: 0,
            year,
        }
    }

    /// The next runner, with an age around `age`.
    pub fn next(&mut self, distance: &str, bib: String, age: i64) -> Entrant {
        self.entry += 1;
        let gender = match self.entry % 29 {
            3 => "Non-Binary",
            _ if self.random.percent(48) => "Woman",
            _ => "Man",
        };
        let (first, last) = self.name(gender);
        let age = self.random.around(age, 12).clamp(11, 84);
        let (month, day) = (self.random.between(1, 4), self.random.between(1, 28));
        let mut runner = Entrant {
            person: Person {
                bib,
                first,
                last,
                gender: gender.to_owned(),
                distance: distance.to_owned(),
                ..Person::default()
            },
            entry: self.entry,
            birthdate: format!("{month}/{day}/{}", self.year - age),
        };
        runner.person.age = age;
        runner.person.age_group = age_group(age);
        self.leave_something_out(&mut runner);
        runner
    }

    fn name(&mut self, gender: &str) -> (String, String) {
        if self.entry % 60 == 8 {
            let nth = usize::try_from(self.entry / 60).unwrap_or(0);
            if let Some((first, last)) = UNUSUAL.get(nth % UNUSUAL.len()) {
                return ((*first).to_owned(), (*last).to_owned());
            }
        }
        let firsts = match gender {
            "Woman" => WOMEN,
            "Man" => MEN,
            _ => ANYONE,
        };
        let [firsts, lasts] = [firsts, LAST].map(|names| names.split(", ").collect::<Vec<_>>());
        loop {
            let name = (
                self.random.pick(&firsts).to_owned(),
                self.random.pick(&lasts).to_owned(),
            );
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Some do not state their gender, some not their age.
    fn leave_something_out(&mut self, runner: &mut Entrant) {
        match self.entry % 37 {
            11 => runner.person.gender.clear(),
            23 => "Not Specified".clone_into(&mut runner.person.gender),
            17 => {
                runner.person.age = -1;
                runner.person.age_group.clear();
                "1901/01/01".clone_into(&mut runner.birthdate);
            }
            _ => {}
        }
    }
}

/// The age group as a timing client writes it: `Under 20`, `20-29` … `60-69`, `Over 70`.
pub fn age_group(age: i64) -> String {
    match age {
        ..0 => String::new(),
        0..20 => "Under 20".to_owned(),
        20..70 => format!("{0}0-{0}9", age / 10),
        _ => "Over 70".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use chute_domain::birthdate::{Orders, birthday};
    use jiff::civil;

    use super::*;

    #[test]
    fn people_differ_and_are_born_when_they_say() {
        let mut people = People::new(1, 2026);
        let runners: Vec<Entrant> = (0..350)
            .map(|n| people.next("5K", n.to_string(), 40))
            .collect();
        let names: BTreeSet<_> = runners
            .iter()
            .map(|runner| (&runner.person.first, &runner.person.last))
            .collect();
        assert!(names.len() >= 349, "{} names", names.len());
        assert!(
            runners
                .iter()
                .filter_map(|runner| birthday(&runner.birthdate, Orders::UNKNOWN))
                .filter(|born| *born <= civil::date(2026, 5, 2))
                .count()
                == runners.len()
        );
        for gender in ["Woman", "Man", "Non-Binary", "Not Specified", ""] {
            assert!(
                runners.iter().any(|runner| runner.person.gender == gender),
                "nobody is {gender}"
            );
        }
        assert!(
            runners
                .iter()
                .any(|runner| runner.person.age == -1 && runner.person.age_group.is_empty())
        );
        for group in ["Under 20", "20-29", "60-69", "Over 70"] {
            assert!(
                runners
                    .iter()
                    .any(|runner| runner.person.age_group == group),
                "nobody of {group}"
            );
        }
    }
}
