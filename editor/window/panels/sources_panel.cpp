// SPDX-License-Identifier: Apache-2.0
// Where facts of the map come from: a list of sources, each of which can be shown over the map by itself,
// made and changed.
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <set>

#include "editor/window/dialogs/source_dialog.h"
#include "editor/window/panels/panels.h"
#include "editor/window/shared/sources.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

class SourcesPanel : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::SourcesPanel)

 public:
  SourcesPanel(Desk& desk, QWidget* parent)
      : Panel(desk, Topic::content | Topic::rules | Topic::shown, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    show_ = new QCheckBox(tr("Sho&w on the map"));
    layout->addWidget(show_);
    auto* of_label = new QLabel(tr("Facts &of"));
    of_ = new QComboBox;
    of_->setAccessibleName(tr("Facts of"));
    of_label->setBuddy(of_);
    layout->addWidget(of_label);
    layout->addWidget(of_);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Sources of the map"));
    list_->setWordWrap(true);
    layout->addWidget(list_, 1);
    why_ = new QLabel;
    why_->setWordWrap(true);
    why_->setAccessibleName(tr("About the source"));
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(why_);
    auto* fresh = new QPushButton(tr("&New..."));
    fresh->setObjectName("newSource");
    change_ = new QPushButton(tr("&Change..."));
    remove_ = new QPushButton(tr("Re&move"));
    auto* buttons = new QGridLayout;
    buttons->addWidget(fresh, 0, 0);
    buttons->addWidget(change_, 0, 1);
    buttons->addWidget(remove_, 1, 0);
    layout->addLayout(buttons);

    later_ = new QTimer(this);
    later_->setSingleShot(true);
    later_->setInterval(200);
    connect(later_, &QTimer::timeout, this, [this] { fill(); });
    connect(show_, &QCheckBox::toggled, this, [this] { take(); });
    connect(of_, &QComboBox::activated, this, [this] { take(); });
    connect(list_, &QListWidget::currentRowChanged, this, [this] {
      if (!filling_) {
        filling_ = true;
        show_->setChecked(true);
        filling_ = false;
      }
      take();
    });
    connect(fresh, &QPushButton::clicked, this, [this] { ask_for_source(this, desk_, {}); });
    connect(change_, &QPushButton::clicked, this, [this] {
      if (const board::Provenance* one = chosen()) ask_for_source(this, desk_, *one);
    });
    connect(remove_, &QPushButton::clicked, this, [this] {
      if (const board::Provenance* one = chosen())
        desk_.execute(editor::RemoveProvenance{desk_.map_file(), std::string(one->name)});
    });
  }

 protected:
  void refresh(unsigned topics) override {
    // Counting looks at the whole map: after a stroke it waits until the hand rests.
    if ((topics & ~static_cast<unsigned>(Topic::content)) == 0)
      later_->start();
    else
      fill();
  }

 private:
  void fill() {
    filling_ = true;
    const Desk::Shown& shown = desk_.shown();
    show_->setChecked(!shown.provenance.empty());
    if (!shown.provenance.empty()) wanted_ = shown.provenance;
    of_->clear();
    of_->addItem(tr("All attributes"), QString());
    const board::HexMap* map = desk_.map();
    if (map != nullptr) {
      std::set<std::string> attributes;
      for (const SourcedFact& fact : sourced_facts(*map, {}, "*")) attributes.insert(fact.attribute);
      for (const std::string& one : attributes) of_->addItem(spoken(one), words(one));
    }
    of_->setCurrentIndex(std::max(0, of_->findData(words(shown.provenance_of))));
    list_->clear();
    if (map != nullptr) {
      const std::vector<size_t> counts = facts_by_source(*map, shown.provenance_of);
      size_t all = 0;
      for (const size_t count : counts) all += count;
      add(tr("All sources"), "*", all);
      for (size_t i = 0; i < map->provenances.all.size(); ++i) {
        const board::Provenance& one = map->provenances.all[i];
        add((one.attested ? tr("A  %1") : tr("R  %1")).arg(spoken(one.name)), one.name, counts[i]);
      }
      add(tr("?  No source given"), "?", counts.back());
    }
    filling_ = false;
    tell();
  }

  void add(const QString& text, const std::string& name, size_t count) {
    auto* item = new QListWidgetItem(tr("%1 (%2)").arg(text).arg(count), list_);
    item->setData(Qt::UserRole, words(name));
    if (name == wanted_) list_->setCurrentItem(item);
  }
  const board::Provenance* chosen() const {
    if (desk_.map() == nullptr || list_->currentItem() == nullptr) return nullptr;
    const std::string name = list_->currentItem()->data(Qt::UserRole).toString().toStdString();
    for (const board::Provenance& one : desk_.map()->provenances.all)
      if (one.name == name) return &one;
    return nullptr;
  }

  void tell() {
    const board::Provenance* one = chosen();
    change_->setEnabled(one != nullptr && desk_.map_writable());
    remove_->setEnabled(one != nullptr && desk_.map_writable());
    why_->setText(one == nullptr  ? tr("Solid: attested. Hatched: reconstructed. Dotted: no source given.")
                  : one->attested ? tr("Attested by %1").arg(words(one->source + " " + one->case_label))
                                  : tr("Reconstructed: %1").arg(words(one->why)));
  }

  void take() {
    if (filling_) return;
    if (list_->currentItem() != nullptr)
      wanted_ = list_->currentItem()->data(Qt::UserRole).toString().toStdString();
    Desk::Shown shown = desk_.shown();
    shown.provenance = show_->isChecked() ? wanted_ : std::string();
    shown.provenance_of = of_->currentData().toString().toStdString();
    desk_.set_shown(shown);
    tell();
  }

  QCheckBox* show_;
  QComboBox* of_;
  QListWidget* list_;
  QLabel* why_;
  QPushButton *change_, *remove_;
  QTimer* later_;
  std::string wanted_ = "*";
  bool filling_ = false;
};

}  // namespace

Panel* make_sources_panel(Desk& desk, QWidget* parent) {
  return new SourcesPanel(desk, parent);
}

}  // namespace casebook::window
